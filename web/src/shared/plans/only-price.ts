import type { PublicPlan, PublicPrice } from '@hearth/contract';

/** The price of a plan that is sold at one. */
export function onlyPrice({ id, prices: [price] }: PublicPlan): PublicPrice {
  if (!price) {
    throw new Error(`The plan ${id} has no price.`);
  }
  return price;
}
