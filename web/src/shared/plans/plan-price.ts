import { type PublicPlan, toMinorUnits } from '@hearth/contract';
import { formatMoney } from '../i18n/index.ts';

/** `$10.00`: written as on invoices and in mails, so that one price looks the same everywhere. */
export function planPrice(plan: PublicPlan): string {
  const { amount, currency } = toMinorUnits(plan);
  return formatMoney(amount, currency);
}
