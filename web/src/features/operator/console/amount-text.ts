import { isChargeable, type Money, minorDigits, shownDigits, toMinorUnits } from '@hearth/contract';

/** An amount as it is typed: `12.50`, or `1250` in a currency without smaller units. */
export function toAmountText({ amount, currency }: Money): string {
  return (amount / 10 ** minorDigits(currency)).toFixed(shownDigits(amount, currency));
}

/** Minor units of a typed amount; undefined if it is none, or has a digit that the currency has not. */
export function toAmount(text: string, currency: string): number | undefined {
  const price = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : 0;
  return price > 0 && isChargeable({ price, currency })
    ? toMinorUnits({ price, currency }).amount
    : undefined;
}
