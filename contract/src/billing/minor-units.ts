import type { Money } from './money.ts';

/** Stripe takes them in hundredths, which are no coins any more. */
const inHundredths: readonly string[] = ['isk', 'ugx'];

/** How many digits an amount in the currency has after the point: yen have none. */
export function minorDigits(currency: string): number {
  if (inHundredths.includes(currency.toLowerCase())) {
    return 2;
  }
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

interface Price {
  readonly price: number;
  readonly currency: string;
}

/** A price in minor units: cents, or whole units of a currency without smaller ones. */
export function toMinorUnits({ price, currency }: Price): Money {
  return { amount: Math.round(price * 10 ** minorDigits(currency)), currency };
}
