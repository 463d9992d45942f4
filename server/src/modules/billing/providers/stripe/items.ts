import type { PriceItem } from '../../port/price-item.ts';
import type { Connection } from './connection.ts';

/** An item of a subscription or of a phase; a metered price has no quantity. */
interface StripeItem {
  readonly price: string | { readonly id: string };
  readonly quantity?: number;
}

/**
 * Gives each item its role. If no price is one of a plan, all are the plan's: a plan change would otherwise leave the
 * old price beside the new one. The wanted prices count too, because the configuration may have lost them since.
 */
export function toItems(
  { planPrices }: Connection,
  items: readonly StripeItem[],
  wanted: readonly PriceItem[] = [],
): PriceItem[] {
  const isPlans = (id: string) => planPrices.has(id) || wanted.some(({ price }) => price === id);
  const isKnown = items.some(({ price }) => isPlans(idOf(price)));
  return items.map(({ price, quantity }) => ({
    role: !isKnown || isPlans(idOf(price)) ? 'plan' : 'addon',
    price: idOf(price),
    quantity: quantity ?? 1,
  }));
}

const idOf = (price: StripeItem['price']) => (typeof price === 'string' ? price : price.id);

/** Parameters of a new subscription's items. */
export function toItemParams(items: readonly PriceItem[]) {
  return items.map(({ price, quantity }) => ({ price, quantity }));
}
