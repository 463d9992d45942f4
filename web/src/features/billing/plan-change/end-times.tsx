import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import { usePeopleCount } from '../shared/use-people-count.ts';

export type EndTime = 'now' | 'period-end';
type EndTimes = readonly [EndTime, ...EndTime[]];

/** Times at which the project may end, the recommended one first. Only a paid period can be waited for, not a given plan. */
export function useEndTimes(): EndTimes {
  const { billing } = useConfig();
  const { subscription, plan } = useCurrentSubscription();
  const { free_until: until, scheduled } = useGetBillingSummary().data ?? {};
  const { status, cancel_at } = subscription;
  const isGiven = until !== undefined && scheduled?.at === until;
  const canWait = status === 'active' && plan?.free !== true && cancel_at === undefined && !isGiven;
  if (!canWait || billing.cancel === 'now') {
    return ['now'];
  }
  return billing.cancel === 'ask' ? ['period-end', 'now'] : ['period-end'];
}

/** End of the trial or of the paid period; undefined until it is loaded, or if it is not known. */
function useEndDate(): string | undefined {
  const language = useLanguage();
  const timeZone = useTimeZone();
  const date = useGetBillingSummary().data?.next_invoice?.date;
  return date === undefined ? undefined : formatDate(date, language, timeZone);
}

interface EndTimeChoiceProps {
  readonly times: EndTimes;
  readonly chosen: EndTime;
  readonly busy: boolean;
  readonly onChoose: (time: EndTime) => void;
}

export function EndTimeChoice({ times, chosen, busy, onChoose }: EndTimeChoiceProps) {
  const { t } = useTranslation();
  const date = useEndDate();
  const { trial_end } = useCurrentSubscription().subscription;
  const count = usePeopleCount() ?? 0;
  const later = trial_end === undefined ? 'ending.laterOn' : 'ending.laterOnTrial';
  const words = {
    'period-end': {
      title: date ? t(later, { date }) : t('ending.later'),
      hint: t('ending.laterHint'),
    },
    now: {
      title: t('ending.now'),
      hint: count > 1 ? t('ending.peopleHint', { count }) : t('ending.nowHint'),
    },
  } satisfies Record<EndTime, object>;

  return (
    <fieldset disabled={busy} className="grid min-w-0 gap-2">
      <legend className="pb-1.5 text-label font-label">{t('ending.when')}</legend>
      {times.map((time) => (
        <label
          key={time}
          className="flex min-h-12 cursor-pointer items-start gap-3 rounded-control border border-line-strong bg-surface px-3.5 py-2.5 text-label transition-colors duration-150 ease-out hover:bg-sunken has-checked:border-accent has-checked:shadow-[0_0_0_1px_var(--accent)] has-disabled:cursor-not-allowed"
        >
          <input
            type="radio"
            name="end-time"
            value={time}
            checked={time === chosen}
            onChange={() => onChoose(time)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span className="grid min-w-0 gap-0.5">
            <span className="font-card tabular-nums">{words[time].title}</span>
            <span className="text-small text-ink-2">{words[time].hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface EffectsProps {
  readonly time: EndTime;
  /** Whether there is no choice, whose hints would say some of it. */
  readonly isOnlyTime: boolean;
  /** Sentences about the credit that is lost either way. */
  readonly credit: readonly string[];
}

/** Says what becomes of the members, the data and the money. */
export function Effects({ time, isOnlyTime, credit }: EffectsProps) {
  const { t } = useTranslation();
  const { subscription, plan } = useCurrentSubscription();
  const date = useEndDate();
  const frequency = (plan?.free ? undefined : subscription.frequency) ?? 'any';
  const period = subscription.trial_end === undefined ? frequency : 'trial';
  const effects = {
    now: [
      t(`billing.cancel.atOnce.${period}`),
      t('billing.cancel.forGood'),
      ...(plan?.free || subscription.trial_end ? [] : [t('billing.cancel.notRefunded')]),
      t('billing.cancel.afterwards'),
    ],
    'period-end': [
      date ? t('ending.untilDate', { date }) : t('ending.untilThen'),
      ...(isOnlyTime ? [t('ending.laterHint')] : []),
      t('ending.afterThen'),
    ],
  } satisfies Record<EndTime, readonly string[]>;
  return (
    <section aria-labelledby="what-happens" className="grid gap-2">
      <h2 id="what-happens" className="text-label font-label">
        {t('billing.cancel.what')}
      </h2>
      <ul className="grid list-disc gap-1 pl-5 text-ink-2">
        {[...effects[time], ...credit].map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </section>
  );
}
