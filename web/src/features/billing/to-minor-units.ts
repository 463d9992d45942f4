import type { Money, PublicPlan } from '@hearth/contract';

/** What a plan costs per week, in cents, or in whole units of a currency that has none smaller. */
export function toMinorUnits({ price, currency }: PublicPlan): Money {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return { amount: Math.round(price * 10 ** digits), currency };
}
