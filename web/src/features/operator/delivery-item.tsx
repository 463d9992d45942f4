import type { WebhookDelivery } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { Badge, type BadgeTone } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { WebhookActions } from './use-operator-webhooks.ts';

const tones: Readonly<Record<WebhookDelivery['status'], BadgeTone>> = {
  waiting: 'warn',
  delivered: 'good',
  dead: 'bad',
};

interface DeliveryItemProps {
  readonly delivery: WebhookDelivery;
  /** True if the endpoint is off, so that nothing is sent to it. */
  readonly isOff: boolean;
  readonly actions: WebhookActions;
}

/** One event on its way: how far it came, the last answer, what was sent, and the button that sends it again. */
export function DeliveryItem({ delivery, isOff, actions }: DeliveryItemProps) {
  const { t } = useTranslation();
  const { id, type, status, event_id: event } = delivery;
  const body = actions.bodies[id];
  const isBusy = actions.busyWith === id;

  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 flex-[1_1_260px] gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 className="min-w-0 font-card break-all">{type}</h3>
            <Badge tone={tones[status]}>{t(`operator.status.${status}`)}</Badge>
          </div>
          <p className="text-small break-all text-ink-3">{event}</p>
          <LastAttempt delivery={delivery} />
        </div>
        <div className="flex flex-wrap gap-2">
          {!body && (
            <Button
              size="small"
              busy={isBusy}
              aria-label={t('operator.showBodyNamed', { type, event })}
              onClick={() => void actions.showBody(delivery)}
            >
              {t('operator.showBody')}
            </Button>
          )}
          <Button
            size="small"
            busy={isBusy}
            off={isOff}
            aria-label={t('operator.resendNamed', { type, event })}
            onClick={() => void actions.resend(delivery)}
          >
            {t('operator.resend')}
          </Button>
        </div>
      </div>
      {delivery.last_attempt && delivery.last_attempt.answer !== '' && (
        <Verbatim name={t('operator.answer')}>{delivery.last_attempt.answer}</Verbatim>
      )}
      {body && <Verbatim name={t('operator.body')}>{JSON.stringify(body, null, 2)}</Verbatim>}
    </li>
  );
}

function LastAttempt({ delivery }: Pick<DeliveryItemProps, 'delivery'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { attempts, last_attempt: last, next_attempt: next } = delivery;
  if (last === null) {
    return <p className="text-small text-ink-2">{t('operator.notYet')}</p>;
  }
  const time = formatDateTime(last.at, language);
  const result =
    last.status === null
      ? t('operator.unanswered')
      : t('operator.answered', { status: last.status, ms: last.ms ?? 0 });
  return (
    <p className="text-small text-ink-2 tabular-nums">
      {t('operator.attempt', { number: attempts, time, result })}
      {next !== null && <> {t('operator.next', { time: formatDateTime(next, language) })}</>}
    </p>
  );
}

interface VerbatimProps {
  readonly name: string;
  readonly children: string;
}

/** Text of programs, which wraps instead of scrolling. */
function Verbatim({ name, children }: VerbatimProps) {
  return (
    <figure className="grid gap-1">
      <figcaption className="text-small text-ink-2">{name}</figcaption>
      <pre className="max-h-80 overflow-y-auto rounded-control bg-sunken px-3 py-2 text-small break-all whitespace-pre-wrap">
        {children}
      </pre>
    </figure>
  );
}
