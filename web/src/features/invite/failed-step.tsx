import { useTranslation } from 'react-i18next';
import { toText } from '../../shared/i18n/index.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import type { ScreenProps } from './screen-props.ts';

/** Failure of a step that did not change the screen. */
export function FailedStep({ steps: { failure } }: Pick<ScreenProps, 'steps'>) {
  const { t } = useTranslation();
  return (
    failure && (
      <Notice tone="bad" title={t(`invitation.failed.${failure.step}`)}>
        {toText(failure.error, t)}
      </Notice>
    )
  );
}
