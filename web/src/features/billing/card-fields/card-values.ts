import type { TypedCard } from '@hearth/contract';

/** What the sandbox's card fields hold. */
export interface CardValues {
  readonly number: string;
  /** MM / YY, or MM / YYYY. */
  readonly expiry: string;
  readonly cvc: string;
  readonly holder: string;
}

export const emptyCard: CardValues = { number: '', expiry: '', cvc: '', holder: '' };

/** Only the form of it; whether it has passed is for the provider to say. */
export function toExpiry(
  text: string,
): { readonly month: number; readonly year: number } | undefined {
  const [, month, year] = /^\s*(\d{1,2})\s*[/／-]?\s*(\d{2}|\d{4})\s*$/.exec(text) ?? [];
  const found = { month: Number(month), year: Number(year) };
  if (!month || found.month < 1 || found.month > 12) {
    return undefined;
  }
  return { ...found, year: found.year < 100 ? 2000 + found.year : found.year };
}

export function toSandboxCard({ number, expiry, cvc, holder }: CardValues): TypedCard {
  const { month, year } = toExpiry(expiry) ?? { month: 0, year: 0 };
  return {
    number: digitsOf(number),
    exp_month: month,
    exp_year: year,
    cvc: cvc.trim(),
    name: holder.trim(),
  };
}

export function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '');
}
