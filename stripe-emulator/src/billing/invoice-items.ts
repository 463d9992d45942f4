import type { Scene } from '../scene.ts';
import { invalid } from '../wire/errors.ts';
import type { LineDraft } from './lines.ts';
import { amountOf, productName, type Subscription } from './objects.ts';
import { type PriceParam, priceFor } from './prices.ts';

export interface AddedItem extends PriceParam {
  quantity?: number;
  metadata?: object;
  period?: unknown;
}

/** One-time items that come with a change of a subscription. */
export function addedLines(
  scene: Scene,
  subscription: Subscription,
  params: readonly unknown[],
): LineDraft[] {
  return (params as AddedItem[]).map((param, index) => {
    const path = `add_invoice_items[${index}]`;
    const price = priceFor(scene, param, subscription.currency, path);
    if (price.recurring) {
      throw invalid(
        'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
        `${path}[price]`,
      );
    }
    return oneTimeLine(scene, {
      price,
      quantity: param.quantity ?? 1,
      currency: subscription.currency,
      subscription: subscription.id,
    });
  });
}

export function oneTimeLine(
  scene: Scene,
  what: {
    price: LineDraft['price'];
    quantity: number;
    currency: string;
    subscription: string | null;
  },
): LineDraft {
  const { price, quantity, currency, subscription } = what;
  return {
    amount: price ? amountOf(price, quantity, currency) : 0,
    description: price ? productName(scene, price) : '',
    period: { start: scene.now, end: scene.now },
    price,
    quantity,
    currency,
    discountable: true,
    discounts: [],
    fixedDiscounts: [],
    includedDiscounts: [],
    taxRates: [],
    subscription,
    subscriptionItem: null,
    proration: false,
    credited: null,
    metadata: {},
  };
}
