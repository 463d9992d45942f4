import type Stripe from 'stripe';
import { requireWholeSteps } from '../billing/whole-steps.ts';
import { type CatalogueScene, onCatalogue, type Resource } from '../routes.ts';
import { mergeMetadata, update } from '../scene.ts';
import type { Stored } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';
import { missingParameter } from '../wire/parameters.ts';

type Product = Stored<Stripe.Product>;
type NewProduct = Omit<Stripe.ProductCreateParams, 'expand'>;

const path = '/v1/products/{id}';

export const products: Resource = {
  routes: [
    onCatalogue('POST', '/v1/products', createProduct),
    onCatalogue('GET', '/v1/products', ({ catalogue }, params: Stripe.ProductListParams) =>
      Object.values(catalogue.products).filter(
        ({ id, active, url }) =>
          (params.active === undefined || active === params.active) &&
          (params.ids === undefined || params.ids.includes(id)) &&
          (params.url === undefined || url === params.url),
      ),
    ),
    onCatalogue('GET', path, ({ catalogue }, _, id) => existing(catalogue.products, id, 'product')),
    onCatalogue('POST', path, updateProduct),
    onCatalogue('DELETE', path, deleteProduct),
  ],
};

function createProduct(scene: CatalogueScene, params: Stripe.ProductCreateParams) {
  const product = addProduct(scene, params);
  if (params.default_price_data) {
    const price = addPrice(scene, { ...params.default_price_data, product: product.id });
    product.default_price = price.id;
  }
  return product;
}

export function addProduct(
  { catalogue, now, newId, emit }: CatalogueScene,
  params: NewProduct,
): Product {
  const id = params.id ?? newId('prod');
  if (Object.hasOwn(catalogue.products, id)) {
    throw invalid(`Product already exists.`, 'id', 'resource_already_exists');
  }
  const product: Product = {
    id,
    object: 'product',
    active: params.active ?? true,
    created: now,
    default_price: null,
    description: params.description ?? null,
    images: params.images ?? [],
    livemode: false,
    marketing_features: params.marketing_features ?? [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: params.type ?? 'service',
    unit_label: params.unit_label ?? null,
    updated: now,
    url: params.url ?? null,
  };
  catalogue.products[id] = product;
  emit('product.created', product);
  return product;
}

function updateProduct(scene: CatalogueScene, params: Stripe.ProductUpdateParams, id: string) {
  const { catalogue, now } = scene;
  const product = existing(catalogue.products, id, 'product');
  const { default_price: price } = params;
  if (price && existing(catalogue.prices, price, 'price', 'default_price').product !== id) {
    throw invalid(`The price ${price} does not belong to this product.`, 'default_price');
  }
  return update(scene, 'product.updated', product, () => {
    product.active = params.active ?? product.active;
    product.name = params.name ?? product.name;
    product.metadata = mergeMetadata(product.metadata, params.metadata);
    product.images = (params.images ?? product.images) || [];
    product.marketing_features = (params.marketing_features ?? product.marketing_features) || [];
    for (const name of ['description', 'tax_code', 'unit_label', 'url', 'default_price'] as const) {
      const value = params[name];
      if (value !== undefined) {
        product[name] = value || null;
      }
    }
    product.updated = now;
  });
}

function deleteProduct({ catalogue, emit }: CatalogueScene, _: object, id: string) {
  const product = existing(catalogue.products, id, 'product');
  if (Object.values(catalogue.prices).some((price) => price.product === id)) {
    throw invalid('This product cannot be deleted because it has one or more user-created prices.');
  }
  delete catalogue.products[id];
  emit('product.deleted', product);
  return { id, object: 'product', deleted: true };
}

export type Price = Stored<Stripe.Price>;
type Options = NonNullable<Price['currency_options']>;
type NewPrice = Omit<Stripe.PriceCreateParams, 'expand'> & { id?: string };

export const prices: Resource = {
  routes: [
    onCatalogue('POST', '/v1/prices', createPrice),
    onCatalogue('GET', '/v1/prices', listPrices),
    onCatalogue('GET', '/v1/prices/{id}', ({ catalogue }, _, id) =>
      existing(catalogue.prices, id, 'price'),
    ),
    onCatalogue('POST', '/v1/prices/{id}', updatePrice),
  ],
  inclusions: [
    {
      object: 'price',
      field: 'currency_options',
      compute: ({ catalogue }, { id = '' }) => catalogue.prices[id]?.currency_options,
    },
  ],
};

function createPrice(scene: CatalogueScene, params: Stripe.PriceCreateParams) {
  if (params.product === undefined && params.product_data === undefined) {
    throw missingParameter('product');
  }
  const product = params.product_data ? addProduct(scene, params.product_data).id : params.product;
  return addPrice(scene, { ...params, ...(product !== undefined && { product }) });
}

export function addPrice(scene: CatalogueScene, params: NewPrice): Price {
  const { catalogue, now, newId, emit } = scene;
  const { product = '', recurring } = params;
  existing(catalogue.products, product, 'product', 'product');
  if (params.billing_scheme === 'tiered' || params.tiers) {
    throw invalid('The emulator has no tiered prices.', 'billing_scheme');
  }
  const id = params.id ?? newId('price');
  const own = {
    ...toAmounts(params, 'unit_amount'),
    tax_behavior: params.tax_behavior ?? 'unspecified',
  };
  const currency = toCurrency(params.currency);
  requireWholeSteps(own.unit_amount, currency, 'unit_amount');
  const price: Price = {
    id,
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: now,
    currency,
    currency_options: toOptions(currency, own, params.currency_options),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product,
    recurring: recurring ? toRecurring(recurring) : null,
    tiers_mode: null,
    transform_quantity: params.transform_quantity ?? null,
    type: recurring ? 'recurring' : 'one_time',
    ...own,
  };
  setLookupKey(catalogue.prices, price, params);
  catalogue.prices[id] = price;
  emit('price.created', price);
  return price;
}

function toAmounts(
  {
    unit_amount: amount,
    unit_amount_decimal: decimal,
  }: { unit_amount?: number; unit_amount_decimal?: unknown },
  param: string,
) {
  if ((amount === undefined) === (decimal === undefined)) {
    throw amount === undefined
      ? missingParameter(param)
      : invalid('You may only specify one of these parameters: unit_amount, unit_amount_decimal.');
  }
  const text = String(decimal ?? amount);
  if (Number(text) < 0) {
    throw invalid(
      'This value must be greater than or equal to 0.',
      param,
      'parameter_invalid_integer',
    );
  }
  return {
    unit_amount: Number.isInteger(Number(text)) ? Number(text) : null,
    unit_amount_decimal: text.includes('.') ? text.replace(/\.?0+$/, '') : text,
  };
}

type GivenOptions = NonNullable<Stripe.PriceCreateParams['currency_options']>;

/** The price's own currency is among them, as Stripe shows it. */
function toOptions(
  currency: string,
  own: Pick<Price, 'unit_amount' | 'unit_amount_decimal' | 'tax_behavior'>,
  given: GivenOptions = {},
): Options {
  const others = Object.entries(given).map(([name, option]) => {
    const param = `currency_options[${name}][unit_amount]`;
    const amounts = toAmounts(option, param);
    const other = toCurrency(name);
    requireWholeSteps(amounts.unit_amount, other, param);
    const tax_behavior = option.tax_behavior ?? 'unspecified';
    return [other, { custom_unit_amount: null, tax_behavior, ...amounts }];
  });
  return Object.fromEntries([[currency, { custom_unit_amount: null, ...own }], ...others]);
}

function toCurrency(currency: string): string {
  if (!/^[a-zA-Z]{3}$/.test(currency)) {
    throw invalid(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: https://docs.stripe.com/currencies`,
      'currency',
    );
  }
  return currency.toLowerCase();
}

/** https://docs.stripe.com/api/prices/create: a period is at most three years. */
const mostOf = { day: 1095, week: 156, month: 36, year: 3 };

function toRecurring(
  given: NonNullable<Stripe.PriceCreateParams['recurring']>,
): Price['recurring'] {
  if (given.usage_type === 'metered') {
    throw invalid('The emulator has no metered prices.', 'recurring[usage_type]');
  }
  const count = given.interval_count ?? 1;
  if (count < 1 || count > mostOf[given.interval as keyof typeof mostOf]) {
    throw invalid(
      'Recurring prices have a maximum interval of three years.',
      'recurring[interval_count]',
    );
  }
  return {
    interval: given.interval,
    interval_count: count,
    meter: null,
    trial_period_days: given.trial_period_days ?? null,
    usage_type: 'licensed',
  };
}

function setLookupKey(
  all: Record<string, Price>,
  price: Price,
  {
    lookup_key: key,
    transfer_lookup_key: isTransfer,
  }: Pick<NewPrice, 'lookup_key' | 'transfer_lookup_key'>,
) {
  if (key === undefined) {
    return;
  }
  const holder = Object.values(all).find((one) => one.lookup_key === key && one.id !== price.id);
  if (holder && key !== '' && !isTransfer) {
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    );
  }
  if (holder) {
    holder.lookup_key = null;
  }
  price.lookup_key = key || null;
}

function listPrices({ catalogue }: CatalogueScene, params: Stripe.PriceListParams) {
  const { active, currency, lookup_keys: keys, product, recurring, type } = params;
  return Object.values(catalogue.prices).filter(
    (price) =>
      (active === undefined || price.active === active) &&
      (currency === undefined || price.currency === currency) &&
      (product === undefined || price.product === product) &&
      (type === undefined || price.type === type) &&
      (keys === undefined || keys.includes(price.lookup_key ?? '')) &&
      (recurring?.interval === undefined || price.recurring?.interval === recurring.interval),
  );
}

function updatePrice(scene: CatalogueScene, params: Stripe.PriceUpdateParams, id: string) {
  const price = existing(scene.catalogue.prices, id, 'price');
  const { tax_behavior: behavior } = params;
  const isFixed = price.tax_behavior !== 'unspecified';
  if (behavior !== undefined && isFixed && behavior !== price.tax_behavior) {
    throw invalid(
      'Once specified as either `inclusive` or `exclusive`, the tax behavior of a price cannot be changed.',
      'tax_behavior',
    );
  }
  return update(scene, 'price.updated', price, () => {
    price.active = params.active ?? price.active;
    price.nickname = params.nickname ?? price.nickname;
    price.metadata = mergeMetadata(price.metadata, params.metadata);
    price.tax_behavior = behavior ?? price.tax_behavior;
    setLookupKey(scene.catalogue.prices, price, params);
    const own = price.currency_options?.[price.currency];
    if (own) {
      own.tax_behavior = price.tax_behavior;
    }
    if (params.currency_options) {
      const { unit_amount, unit_amount_decimal, tax_behavior } = price;
      const given = toOptions(
        price.currency,
        { unit_amount, unit_amount_decimal, tax_behavior },
        params.currency_options,
      );
      price.currency_options = { ...price.currency_options, ...given };
    }
  });
}
