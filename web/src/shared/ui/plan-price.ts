import type { PublicPlan } from '@hearth/contract';

/** `$10`; cents only where a price has them. */
export function planPrice({ price, currency }: PublicPlan): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    ...(Number.isInteger(price) && { minimumFractionDigits: 0 }),
  }).format(price);
}
