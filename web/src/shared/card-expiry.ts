import { productNow } from './product-time.ts';

/** A card can be charged until the last day of its month. */
export function isCardExpired(card: {
  readonly exp_month: number;
  readonly exp_year: number;
}): boolean {
  return new Date(card.exp_year, card.exp_month, 1).getTime() <= productNow();
}
