import type { PaymentMethod } from '@hearth/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isCardExpired } from '../../../shared/card-expiry.ts';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDay, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { useCardNumber } from '../shared/card-text.tsx';
import {
  type BillingSummaryAnswer,
  useGetBillingSummary,
} from '../shared/use-get-billing-summary.ts';

export interface DueDay {
  readonly instant: string;
  readonly name: string;
  /** Over by now. */
  readonly isPast: boolean;
}

interface DueWords {
  readonly title: string;
  /** The cause and the next try. */
  readonly sentences: readonly string[];
  /** Sentences that the days do not say. */
  readonly besideDays: readonly string[];
  /** Past and coming days of the charge; empty if nothing is tried any more. */
  readonly days: readonly DueDay[];
  /** Label of the button. */
  readonly action: string;
}

type Owed = NonNullable<BillingSummaryAnswer['owed']>;

/** Says what failed, why, what happens when, and what paying is called. */
export function useDueWords(): DueWords {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { data } = useGetBillingSummary();
  const failure = useFailureWords(data);
  const isUnpaid = subscription.status === 'unpaid';

  if (data?.needs_confirmation) {
    const sentences = [t('billing.banner.waiting')];
    const title = t('billing.banner.waitingTitle');
    const action = t('billing.resume.confirm');
    return { title, sentences, besideDays: sentences, days: [], action };
  }
  if (isUnpaid) {
    const { sum } = failure;
    const sentences = [
      sum ? t('billing.due.unpaid', { sum }) : t('billing.banner.unpaid'),
      ...failure.cause,
    ];
    const title = t('billing.banner.unpaidTitle');
    return { title, sentences, besideDays: sentences, days: [], action: failure.action };
  }
  return failure;
}

/** Words about a charge that failed and is tried again. */
function useFailureWords(data: BillingSummaryAnswer | undefined) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const causeOf = useCause();
  const { owed, card } = data ?? {};
  const cause = card === undefined ? [] : [causeOf(card)];
  if (!owed) {
    const sentences = [t('billing.banner.pastDue')];
    const title = t('billing.banner.pastDueTitle');
    const action = t('billing.resume.payNow');
    return { sum: undefined, title, sentences, besideDays: sentences, days: [], cause: [], action };
  }
  const sum = formatMoney(owed.amount, owed.currency);
  const retry = owed.retry_at
    ? [t('billing.due.retry', { date: formatDay(owed.retry_at, language, timeZone) })]
    : [];
  return {
    sum,
    title: t('billing.due.title', { sum }),
    sentences: [...cause, ...retry],
    besideDays: cause,
    days: toDays(owed, t),
    cause,
    action: t('billing.due.pay', { sum }),
  };
}

function useCause(): (card: PaymentMethod['card'] | null) => string {
  const { t } = useTranslation();
  const cardNumber = useCardNumber();
  return (card) =>
    card
      ? t(`billing.due.${isCardExpired(card) ? 'expired' : 'declined'}`, { card: cardNumber(card) })
      : t('billing.due.noCard');
}

function toDays({ failed_at, retry_at }: Owed, t: TFunction): readonly DueDay[] {
  if (!retry_at) {
    return [];
  }
  return [
    { instant: failed_at, name: t('billing.due.days.failed'), isPast: true },
    { instant: retry_at, name: t('billing.due.days.retry'), isPast: false },
  ];
}
