import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { Drawing, type DrawingName } from '../../../shared/ui/drawing.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { notify } from '../../../shared/ui/toasts.ts';
import { Group, row } from './group.tsx';

const tones = ['good', 'warn', 'bad', 'info', 'accent'] as const;

export function Messages() {
  const { t } = useTranslation();
  return (
    <Group name="Notice, RetryNote">
      {tones.map((tone) => (
        <Notice key={tone} tone={tone} title={t('ui.question')}>
          {t('ui.sentence')}
        </Notice>
      ))}
      <Notice tone="warn" actions={<Button size="small">{t('ui.action')}</Button>}>
        {t('ui.sentence')}
      </Notice>
      <RetryNote message={t('ui.sentence')} onRetry={() => notify.warning(t('ui.sentence'))} />
      <RetryNote title={t('ui.question')} message={t('ui.sentence')} busy onRetry={() => {}} />
    </Group>
  );
}

export function Toasts() {
  const { t } = useTranslation();
  const sentence = t('ui.sentence');
  return (
    <Group name="Toaster">
      <div className={row}>
        <Button onClick={() => notify.success(sentence)}>{t('ui.notify')}</Button>
        <Button onClick={() => notify.warning(sentence)}>warning</Button>
        <Button onClick={() => notify.failure(sentence, t('ui.question'))}>failure</Button>
        <Button
          onClick={() => notify.undoable(sentence, { detail: undefined, onUndo: async () => {} })}
        >
          undoable
        </Button>
      </div>
    </Group>
  );
}

export function Drawings() {
  const { t } = useTranslation();
  const names: DrawingName[] = ['hearth', 'cold', 'lit', 'people', 'paper'];
  return (
    <Group name="Drawing, EmptyState">
      <div className="flex flex-wrap gap-6">
        {names.map((name) => (
          <Drawing key={name} name={name} />
        ))}
      </div>
      <EmptyState
        drawing="hearth"
        title={t('ui.question')}
        action={<Button variant="primary">{t('ui.action')}</Button>}
      >
        {t('ui.sentence')}
      </EmptyState>
    </Group>
  );
}
