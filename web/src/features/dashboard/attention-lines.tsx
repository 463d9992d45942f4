import type { ListedSubscription } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProjectMark } from '../../shared/current-subscription/project-mark.tsx';
import { zoneOf } from '../../shared/current-subscription/zone-of.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { toServerText } from '../../shared/i18n/to-server-text.ts';
import { useResumeSubscription } from '../../shared/plans/use-resume-subscription.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { useAttentionWords } from './use-attention-words.ts';

interface AttentionLineProps {
  readonly subscription: ListedSubscription;
  readonly isMostUrgent: boolean;
}

/** A project that needs a payment. */
export function AttentionLine({ subscription, isMostUrgent }: AttentionLineProps) {
  const { t } = useTranslation();
  const project = subscription.settings.name || t('subscription.untitled');
  const { text, action, to } = useAttentionWords(subscription);

  return (
    <Line id={subscription.id} project={project} text={text}>
      <ButtonLink
        size="small"
        {...(isMostUrgent && { variant: 'primary' })}
        to={to}
        aria-label={t('dashboard.attention.of', { action, project })}
        className="max-sm:ml-11"
      >
        {action}
      </ButtonLink>
    </Line>
  );
}

/** A project of the person's own that ends by itself, and can be kept until then. */
export function EndingLine({ subscription, isMostUrgent }: AttentionLineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, settings, cancel_at = '' } = subscription;
  const project = settings.name || t('subscription.untitled');
  const { busy, error, resume } = useResumeSubscription({ id, project });
  const text =
    error === undefined
      ? t('subscription.ending.short', {
          date: formatDate(cancel_at, language, zoneOf(subscription)),
        })
      : toServerText(error, t, language);

  return (
    <Line id={id} project={project} text={text} isProblem={error !== undefined}>
      <Button
        size="small"
        {...(isMostUrgent && { variant: 'primary' })}
        busy={busy}
        aria-label={t('subscription.ending.keepOf', { project })}
        className="max-sm:ml-11"
        onClick={() => void resume()}
      >
        {t('subscription.ending.keep')}
      </Button>
    </Line>
  );
}

interface LineProps {
  readonly id: string;
  readonly project: string;
  readonly text: string;
  /** Whether the text says that the button did not work. */
  readonly isProblem?: boolean;
  /** The one button. */
  readonly children: ReactNode;
}

function Line({ id, project, text, isProblem = false, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2.5 border-t border-[color-mix(in_srgb,var(--warn)_16%,var(--line))] bg-[color-mix(in_srgb,var(--surface)_72%,var(--warn-soft))] px-4 py-2.5 sm:px-5">
      <div className="flex min-w-0 flex-[1_1_260px] items-center gap-3">
        <ProjectMark id={id} name={project} />
        <div className="grid min-w-0 gap-px">
          <h3 className="truncate text-label font-card" title={project}>
            <bdi>{project}</bdi>
          </h3>
          <p
            {...(isProblem && { role: 'alert' })}
            className={classNames('text-small tabular-nums', isProblem ? 'text-bad' : 'text-ink-2')}
          >
            {text}
          </p>
        </div>
      </div>
      {children}
    </li>
  );
}
