import type { ListedSubscription } from '@hearth/contract';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../shared/i18n/index.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ProjectMark } from '../../shared/ui/project-mark.tsx';
import { useNeedsPayment } from './needs-payment.ts';
import { useAttentionWords } from './use-attention-words.ts';

interface AttentionStripProps {
  readonly subscriptions: readonly ListedSubscription[];
}

/** Projects that need a payment, the most urgent first, each with its one button. */
export function AttentionStrip({ subscriptions }: AttentionStripProps) {
  const { t } = useTranslation();
  const needsPayment = useNeedsPayment();
  const found = subscriptions.filter(needsPayment).sort(byUrgency);
  const total = totalOf(found);

  if (found.length === 0) {
    return null;
  }
  return (
    <section
      aria-labelledby="attention"
      className="overflow-hidden rounded-card border border-[color-mix(in_srgb,var(--warn)_30%,var(--line))] bg-warn-soft"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3.5 sm:px-5">
        <div className="flex min-w-0 items-center gap-3">
          <TriangleAlert aria-hidden="true" className="size-[18px] shrink-0 text-warn" />
          <h2 id="attention" className="text-card font-card">
            {t('dashboard.attention.title', { count: found.length })}
          </h2>
        </div>
        {found.length > 1 && total && (
          <p className="text-small text-ink-2 tabular-nums">
            {t('dashboard.attention.total', { sum: formatMoney(total.amount, total.currency) })}
          </p>
        )}
      </div>
      <ul>
        {found.map((subscription, index) => (
          <AttentionLine
            key={subscription.id}
            subscription={subscription}
            isMostUrgent={index === 0}
          />
        ))}
      </ul>
    </section>
  );
}

interface AttentionLineProps {
  readonly subscription: ListedSubscription;
  readonly isMostUrgent: boolean;
}

function AttentionLine({ subscription, isMostUrgent }: AttentionLineProps) {
  const { t } = useTranslation();
  const project = subscription.settings.name || t('subscription.untitled');
  const { text, action, to } = useAttentionWords(subscription);

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2.5 border-t border-[color-mix(in_srgb,var(--warn)_16%,var(--line))] bg-[color-mix(in_srgb,var(--surface)_72%,var(--warn-soft))] px-4 py-2.5 sm:px-5">
      <div className="flex min-w-0 flex-[1_1_260px] items-center gap-3">
        <ProjectMark id={subscription.id} name={project} />
        <div className="grid min-w-0 gap-px">
          <h3 className="truncate text-label font-card" title={project}>
            {project}
          </h3>
          <p className="text-small text-ink-2 tabular-nums">{text}</p>
        </div>
      </div>
      <ButtonLink
        size="small"
        {...(isMostUrgent && { variant: 'primary' })}
        to={to}
        aria-label={t('dashboard.attention.of', { action, project })}
        className="max-sm:ml-11"
      >
        {action}
      </ButtonLink>
    </li>
  );
}

/** Closed projects first, then by the day of the next try. */
function byUrgency(one: ListedSubscription, other: ListedSubscription): number {
  return rankOf(one).localeCompare(rankOf(other));
}

function rankOf({ status, owed }: ListedSubscription): string {
  return status === 'unpaid' ? '' : (owed?.retry_at ?? owed?.last_try_at ?? '9999');
}

/** Undefined where the sums have different currencies, or where one was not read yet. */
function totalOf(found: readonly ListedSubscription[]) {
  const sums = found.map(({ owed }) => owed);
  const currency = sums[0]?.currency;
  const isOne = sums.every((sum) => sum !== null && sum.currency === currency);
  const amount = sums.reduce((all, sum) => all + (sum?.amount ?? 0), 0);
  return isOne && currency !== undefined ? { amount, currency } : undefined;
}
