/** A price that a subscription is charged, as often as its quantity says. */
export interface PriceItem {
  /** The plan, a seat of it, or anything else, such as an item that somebody added in the provider's dashboard. */
  readonly role: 'plan' | 'seat' | 'addon';
  /** Id of the price at the provider. */
  readonly price: string;
  readonly quantity: number;
}

/** Whether both have the plan's prices in common, in any order. Quantities and other items do not matter. */
export function isSamePlan(
  one: readonly PriceItem[] | undefined,
  other: readonly PriceItem[],
): boolean {
  return planPricesOf(one ?? []).join() === planPricesOf(other).join();
}

const planPricesOf = (items: readonly PriceItem[]) =>
  items
    .filter(({ role }) => role === 'plan')
    .map(({ price }) => price)
    .sort();

/** How often the plan is charged: once, unless somebody has set a quantity in the provider's dashboard. */
export function planQuantityOf(items: readonly PriceItem[] | null | undefined): number {
  return items?.find(({ role }) => role === 'plan')?.quantity ?? 1;
}

/** Whether something is charged besides the plan. */
export function hasOthers(items: readonly PriceItem[] | null | undefined): boolean {
  return items?.some(({ role }) => role !== 'plan') ?? false;
}

/** Names prices and quantities, the same in any order. */
export function toItemsText(items: readonly PriceItem[]): string {
  return items
    .map(({ price, quantity }) => (quantity === 1 ? price : `${quantity} × ${price}`))
    .sort()
    .join(' and ');
}
