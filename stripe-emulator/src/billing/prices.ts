import { addPrice } from '../resources/products.ts';
import type { Scene } from '../scene.ts';
import { existing, invalid } from '../wire/errors.ts';
import type { Price } from './objects.ts';

type NewPrice = Parameters<typeof addPrice>[1];

export interface PriceParam {
  price?: string;
  price_data?: {
    currency: string;
    product?: string;
    recurring?: { interval: string; interval_count?: number };
    tax_behavior?: string;
    unit_amount?: number;
    unit_amount_decimal?: unknown;
  };
}

/** A price of the catalogue, or one that is made for this call and never listed as active. */
export function priceFor(
  scene: Scene,
  param: PriceParam,
  currency: string | null,
  path: string,
): Price {
  if (param.price_data) {
    // Checked with the parameters of the call; the SDK's decimals are text here.
    return addPrice(scene, { ...(param.price_data as NewPrice), active: false });
  }
  const id = param.price ?? '';
  if (id === '') {
    throw invalid(`Missing required param: ${path}[price].`, `${path}[price]`, 'parameter_missing');
  }
  const price = existing(scene.catalogue.prices, id, 'price', `${path}[price]`);
  if (!price.active) {
    throw invalid(
      'The price specified is inactive. This field only accepts active prices.',
      `${path}[price]`,
    );
  }
  if (currency !== null && price.currency !== currency && !price.currency_options?.[currency]) {
    throw invalid(
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      `${path}[price]`,
    );
  }
  return price;
}
