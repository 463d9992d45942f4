import type { Money } from '@hearth/contract';
import { formatMoney } from '../i18n/index.ts';

/** Price of a plan: `$40`, and `$40.50`. Sums that are charged keep their decimals. */
export function formatPrice({ amount, currency }: Money): string {
  return formatMoney(amount, currency).replace(/\.0+$/, '');
}
