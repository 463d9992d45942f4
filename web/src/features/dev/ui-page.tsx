import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { Avatar, AvatarGroup, InvitedAvatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Bars } from '../../shared/ui/bars.tsx';
import { Brand } from '../../shared/ui/brand.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CardMark } from '../../shared/ui/card-mark.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { CopyableId } from '../../shared/ui/copy-button.tsx';
import { Drawing, type DrawingName } from '../../shared/ui/drawing.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { Meter, Ring } from '../../shared/ui/meter.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { ProjectMark } from '../../shared/ui/project-mark.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { notify } from '../../shared/ui/toasts.ts';

/** Every primitive in every state, for those who build and those who look. Local mode only. */
export function UiPage() {
  const { t } = useTranslation();
  return (
    <>
      <header className="flex h-14 items-center justify-between gap-3 border-b border-line bg-surface px-3.5 sm:px-5">
        <Brand to={paths.home} />
        <LanguageSelect compact />
      </header>
      <main className="mx-auto grid max-w-[1120px] content-start gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-7">
        <PageHeader title={t('ui.title')} sub={t('ui.sub')} />
        <Buttons />
        <Marks />
        <Charts />
        <Fields />
        <Messages />
        <Drawings />
      </main>
    </>
  );
}

/** Names of primitives are code, so they are the same in every language. */
function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-5 shadow-lift">
      <h2 className="font-mono text-small text-ink-2">{name}</h2>
      {children}
    </section>
  );
}

const row = 'flex flex-wrap items-center gap-3';

function Buttons() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
  return (
    <Group name="Button, ConfirmDialog">
      {[{}, { busy: true }, { off: true }, { size: 'small' as const }].map((state) => (
        <div key={JSON.stringify(state)} className={row}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} {...state}>
              {t('ui.action')}
            </Button>
          ))}
        </div>
      ))}
      <div className={row}>
        <Button onClick={() => setAsked(true)}>{t('ui.ask')}</Button>
        <Button onClick={() => notify.success(t('ui.sentence'))}>{t('ui.notify')}</Button>
      </div>
      {asked && (
        <ConfirmDialog
          title={t('ui.question')}
          confirm={t('ui.action')}
          busy={false}
          onConfirm={() => setAsked(false)}
          onCancel={() => setAsked(false)}
        >
          {t('ui.sentence')}
        </ConfirmDialog>
      )}
    </Group>
  );
}

const people = ['Ada Lovelace', 'Grace Hopper', '陈嘉怡', 'Katherine Johnson'].map((name) => ({
  id: name,
  name,
}));

function Marks() {
  const { t } = useTranslation();
  const [choice, setChoice] = useState('one');
  const tones = ['good', 'warn', 'bad', 'accent', 'neutral'] as const;
  return (
    <Group name="Avatar, AvatarGroup, ProjectMark, Badge, Chip, CardMark, CopyableId, Segmented">
      <div className={row}>
        {(['tiny', 'small', 'medium', 'large'] as const).map((size) => (
          <Avatar key={size} name="Ada Lovelace" size={size} />
        ))}
        <InvitedAvatar />
        <AvatarGroup people={people.slice(0, 3)} total={31} />
        <AvatarGroup people={people.slice(0, 2)} total={2} />
      </div>
      <div className={row}>
        {(['small', 'medium', 'large'] as const).map((size) => (
          <ProjectMark key={size} id={size} name="Acme Analytics" size={size} />
        ))}
        <ProjectMark id="ended" name="星河数据" ended />
      </div>
      <div className={row}>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {t('ui.word')}
          </Badge>
        ))}
        {(['owner', 'strong', 'plain'] as const).map((tone) => (
          <Chip key={tone} tone={tone}>
            {t('ui.word')}
          </Chip>
        ))}
      </div>
      <div className={row}>
        {['visa', 'mastercard', 'amex', 'unionpay', 'unknown'].map((brand) => (
          <CardMark key={brand} brand={brand} />
        ))}
        <CopyableId id="trFTU0oqEsxGm8ZuwMeX" label={t('ui.word')} />
      </div>
      <Segmented
        label={t('ui.word')}
        options={['one', 'two', 'three'].map((value, index) => ({
          value,
          label: t('ui.word'),
          count: index,
        }))}
        value={choice}
        onChange={setChoice}
      />
    </Group>
  );
}

const sums = [0, 0, 10, 10, 10, 16.43, 10, 10, 10, 10, 10, 10];

function Charts() {
  const { t } = useTranslation();
  const bars = (last: 'now' | 'unpaid') =>
    sums.map((value, index) => ({
      label: `${index + 1}`,
      value,
      text: `$${value.toFixed(2)}`,
      ...(index === sums.length - 1 && { kind: last }),
    }));
  const heads = { caption: t('ui.word'), labelHead: t('ui.word'), valueHead: t('ui.word') };
  return (
    <Group name="Meter, Ring, Bars, Skeleton">
      <div className={row}>
        {[1, 7, 20].map((used) => (
          <span key={used} className="w-32">
            <Meter used={used} max={20} />
          </span>
        ))}
        <Ring used={7} max={20} label="7 / 20" ofText="/ 20" />
        <Ring used={20} max={20} label="20 / 20" ofText="/ 20" />
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <Bars {...heads} bars={bars('now')} />
        <Bars {...heads} bars={bars('unpaid')} gridText={(value) => `$${value}`} />
      </div>
      <div className="grid gap-2">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-4 w-full" />
      </div>
    </Group>
  );
}

function Fields() {
  const { t } = useTranslation();
  return (
    <Group name="TextField, PasswordField, SelectField">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="plain" label={t('ui.word')} hint={t('ui.sentence')} />
        <TextField name="wrong" label={t('ui.word')} error={t('ui.sentence')} />
        <PasswordField name="password" label={t('ui.word')} autoComplete="off" />
        <SelectField name="select" label={t('ui.word')}>
          <option>{t('ui.word')}</option>
        </SelectField>
      </div>
    </Group>
  );
}

function Messages() {
  const { t } = useTranslation();
  const tones = ['good', 'warn', 'bad', 'info', 'accent'] as const;
  return (
    <Group name="Notice, RetryNote">
      {tones.map((tone) => (
        <Notice key={tone} tone={tone} title={t('ui.question')}>
          {t('ui.sentence')}
        </Notice>
      ))}
      <RetryNote message={t('ui.sentence')} onRetry={() => notify.warning(t('ui.sentence'))} />
    </Group>
  );
}

function Drawings() {
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
