import type { PublicPlan } from '@hearth/contract';
import { formatMoney } from '../i18n/index.ts';
import { onlyPrice } from './only-price.ts';

/** `$10.00`: written as on invoices and in mails, so that one price looks the same everywhere. */
export function planPrice(plan: PublicPlan): string {
  const { amount, currency } = onlyPrice(plan);
  return formatMoney(amount, currency);
}
