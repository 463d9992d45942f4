import type { CostLine, Frequency, Money } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { planById, useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatNearDay } from '../../../shared/i18n/format-near-day.ts';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { usePlanWords } from '../../../shared/plans/use-plan-words.ts';
import { usePriceText } from '../../../shared/plans/use-price-text.ts';

/** The next charge, as far as it is known. */
export interface NextCharge {
  readonly next: Money;
  /** ISO 8601; null if nothing is charged again. */
  readonly nextAt: string | null;
  /** Tax that is part of it; null if it is not known yet and comes on top, undefined if there is none to name. */
  readonly nextTax: Money | null | undefined;
  /** Renewals after it, if they differ from it: it is lowered by credit. */
  readonly later?: { readonly price: Money; readonly frequency: Frequency } | undefined;
}

/** Names the lines of a cost, and says what is charged after it. */
export function useCostWords() {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const { planText } = usePlanWords();
  const priceText = usePriceText();

  function dayText(instant: string, from: string | undefined): string {
    return from === undefined
      ? formatDate(instant, language, timeZone)
      : formatNearDay(instant, Date.parse(from), language, timeZone);
  }

  /** The period is named if the lines have several. */
  function planName(line: CostLine, hasPeriods: boolean): string {
    const plan = planById(config, line.plan_id ?? '');
    if (!plan) {
      return t('cost.lines.other');
    }
    return hasPeriods ? planText(plan, line.frequency) : configuredText(plan.titleKey);
  }

  function lineName(line: CostLine, hasPeriods: boolean): string {
    const { kind, period } = line;
    const plan = planName(line, hasPeriods);
    const date = period && dayText(period.end, period.start);
    switch (kind) {
      case 'plan':
        return date ? t('cost.lines.plan', { plan, date }) : t('cost.lines.planOnly', { plan });
      case 'trial':
        return date ? t('cost.lines.trial', { date }) : t('cost.lines.planOnly', { plan });
      case 'unused-time':
        return t('cost.lines.unusedTime', { plan });
      default:
        return t(`cost.lines.${sumNames[kind]}`);
    }
  }

  return {
    linesText(lines: readonly CostLine[], losesCredit = false) {
      const hasPeriods = new Set(lines.flatMap(({ frequency }) => frequency ?? [])).size > 1;
      return lines.map((line) => {
        const isLost = losesCredit && line.kind === 'credit-kept';
        const name = isLost ? t('cost.lines.creditLost') : lineName(line, hasPeriods);
        const { quantity = 1 } = line;
        return quantity === 1 ? name : t('cost.times', { line: name, quantity });
      });
    },

    /** `lines` say from when the cost counts. */
    nextText(
      { next, nextAt, nextTax, later }: NextCharge,
      lines: readonly CostLine[],
    ): readonly string[] {
      if (nextAt === null) {
        return [t('cost.nothing')];
      }
      const from = lines.find(({ period }) => period)?.period?.start;
      const words = { amount: sumText(next), date: dayText(nextAt, from) };
      if (later) {
        const price = priceText(later.price, later.frequency);
        return [t('cost.thenCredit', words), t('cost.later', { price })];
      }
      if (nextTax === null) {
        return [t('cost.thenPlusTax', words)];
      }
      return nextTax && nextTax.amount > 0
        ? [t('cost.thenTax', { ...words, tax: sumText(nextTax) })]
        : [t('cost.thenPay', words)];
    },
  };
}

const sumNames = {
  other: 'other',
  discount: 'discount',
  tax: 'tax',
  'credit-used': 'creditUsed',
  'credit-kept': 'creditKept',
  debt: 'debt',
  carried: 'carried',
} as const satisfies Partial<Record<CostLine['kind'], string>>;

/** `−$35.12`, with a minus that is as wide as a figure. */
export function sumText({ amount, currency }: Money): string {
  const sum = formatMoney(Math.abs(amount), currency);
  return amount < 0 ? `−${sum}` : sum;
}
