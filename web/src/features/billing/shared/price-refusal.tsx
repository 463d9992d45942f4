import type { Money } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../../shared/api-error.ts';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { Notice } from '../../../shared/ui/notice.tsx';

/** Refusals after which a purchase or a plan change costs another sum than the one on screen. */
const reasons = {
  'billing/trial-used': 'trialUsed',
  'billing/code-invalid': 'codeUsed',
  'billing/preview-outdated': 'outdated',
} as const;

/** Whether the sum has to be read again before the person can go on. */
export function isPriceRefusal(error: unknown): boolean {
  return reasonOf(error) !== undefined;
}

function reasonOf(error: unknown) {
  const codes = Object.keys(reasons) as (keyof typeof reasons)[];
  const code = codes.find((one) => isRefused(error, one));
  return code && reasons[code];
}

interface PriceRefusalProps {
  readonly error: unknown;
  /** Undefined until it has been read again. */
  readonly dueNow: Money | undefined;
  /** Whether a tax that is not known yet comes on top. */
  readonly isTaxMissing: boolean;
  /** If nothing is due now: the charge when the trial ends. */
  readonly trial?: { readonly next: Money; readonly end: string } | undefined;
}

/** Says why nothing was charged, and what the next press charges. */
export function PriceRefusal({ error, dueNow, isTaxMissing, trial }: PriceRefusalProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const reason = t(`payment.newSum.${reasonOf(error) ?? 'outdated'}`);
  if (!dueNow) {
    return <Notice tone="bad">{t('payment.newSum.reading', { reason })}</Notice>;
  }
  if (trial) {
    const amount = formatMoney(trial.next.amount, trial.next.currency);
    const date = formatDate(trial.end, language, timeZone);
    return <Notice tone="bad">{t('payment.newSum.trial', { reason, amount, date })}</Notice>;
  }
  const amount = formatMoney(dueNow.amount, dueNow.currency);
  const sum = isTaxMissing ? 'payTaxed' : 'pay';
  return (
    <Notice tone="bad">
      {t(`payment.newSum.${dueNow.amount === 0 ? 'nothing' : sum}`, { reason, amount })}
    </Notice>
  );
}
