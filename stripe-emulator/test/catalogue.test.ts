import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createEmulator, createMemoryStore } from '../src/index.ts';
import { createClient, createSdk, refusal, start } from './sdk.ts';

const { stripe } = createSdk();

describe('products and prices', () => {
  it('product with its price; archived; deleted only without prices', async () => {
    const product = await stripe.products.create({
      name: 'Pro',
      default_price_data: { currency: 'usd', unit_amount: 4000, recurring: { interval: 'month' } },
      expand: ['default_price'],
    });
    expect(product).toMatchObject({
      active: true,
      default_price: { unit_amount: 4000, unit_amount_decimal: '4000', type: 'recurring' },
    });
    const changed = await stripe.products.update(product.id, { active: false, description: 'Old' });
    expect(changed).toMatchObject({ active: false, description: 'Old' });
    expect((await stripe.products.list({ active: false })).data).toHaveLength(1);
    expect(await refusal(stripe.products.del(product.id))).toMatchObject({ statusCode: 400 });
    const empty = await stripe.products.create({ id: 'prod_empty', name: 'Empty' });
    expect(await stripe.products.del(empty.id)).toMatchObject({ deleted: true });
    expect(await refusal(stripe.products.retrieve(empty.id))).toMatchObject({ statusCode: 404 });
  });

  it('price in other currencies: shown when it is expanded', async () => {
    const price = await stripe.prices.create({
      product_data: { name: 'Team' },
      currency: 'usd',
      unit_amount: 2000,
      recurring: { interval: 'year' },
      currency_options: { eur: { unit_amount: 1900, tax_behavior: 'inclusive' } },
    });
    expect(price.currency_options).toBeUndefined();
    const whole = await stripe.prices.retrieve(price.id, { expand: ['currency_options'] });
    expect(whole.currency_options).toMatchObject({
      usd: { unit_amount: 2000 },
      eur: { unit_amount: 1900, tax_behavior: 'inclusive' },
    });
    const created = (await stripe.events.list({ type: 'price.created', limit: 1 })).data[0];
    expect(created?.data.object).not.toHaveProperty('currency_options');
  });

  it('look-up key: one price at a time, handed over on request', async () => {
    const product = (await stripe.products.create({ name: 'Keyed' })).id;
    const params = { product, currency: 'usd', unit_amount: 100, lookup_key: 'standard' };
    const first = await stripe.prices.create(params);
    expect(await refusal(stripe.prices.create(params))).toMatchObject({ param: 'lookup_key' });
    const second = await stripe.prices.create({ ...params, transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ['standard'] });
    expect(data.map(({ id }) => id)).toEqual([second.id]);
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
  });

  it.each<[string, object, string | undefined]>([
    ['no product', { currency: 'usd', unit_amount: 1 }, 'product'],
    ['unknown product', { currency: 'usd', unit_amount: 1, product: 'prod_no' }, 'product'],
    ['no amount', { currency: 'usd', product_data: { name: 'A' } }, 'unit_amount'],
    ['no currency', { unit_amount: 1, product_data: { name: 'A' } }, 'currency'],
    [
      'wrong currency',
      { currency: 'dollars', unit_amount: 1, product_data: { name: 'A' } },
      'currency',
    ],
    [
      'four years',
      {
        ...{ currency: 'usd', unit_amount: 1, product_data: { name: 'A' } },
        recurring: { interval: 'year', interval_count: 4 },
      },
      'recurring[interval_count]',
    ],
  ])('price with %s: refused', async (_, params, param) => {
    const error = await refusal(stripe.prices.create(params as Stripe.PriceCreateParams));
    expect(error).toMatchObject({ statusCode: 400, param });
  });

  it('tax behavior: set once', async () => {
    const product = (await stripe.products.create({ name: 'Taxed' })).id;
    const { id } = await stripe.prices.create({ product, currency: 'usd', unit_amount: 100 });
    await stripe.prices.update(id, { tax_behavior: 'exclusive' });
    const again = await refusal(stripe.prices.update(id, { tax_behavior: 'inclusive' }));
    expect(again).toMatchObject({ param: 'tax_behavior' });
  });
});

describe('coupons and promotion codes', () => {
  it('code found in any case, with its coupon', async () => {
    const coupon = await stripe.coupons.create({ id: 'half', percent_off: 50, duration: 'once' });
    expect(coupon).toMatchObject({ valid: true, times_redeemed: 0, currency: null });
    const promotion = { type: 'coupon', coupon: 'half' } as const;
    const { id } = await stripe.promotionCodes.create({ code: 'HALF', promotion });
    const params = { code: 'half', active: true, expand: ['data.promotion.coupon'] };
    const { data } = await stripe.promotionCodes.list(params);
    expect(data).toMatchObject([{ id, promotion: { coupon: { percent_off: 50 } } }]);
    const twice = await refusal(stripe.promotionCodes.create({ code: 'half', promotion }));
    expect(twice).toMatchObject({ param: 'code' });
    await stripe.promotionCodes.update(id, { active: false });
    expect((await stripe.promotionCodes.list(params)).data).toEqual([]);
  });

  it.each<[string, Stripe.CouponCreateParams]>([
    ['neither percent nor amount', {}],
    ['both', { percent_off: 5, amount_off: 5, currency: 'usd' }],
    ['101 percent', { percent_off: 101 }],
    ['an amount without currency', { amount_off: 5 }],
    ['repeating without months', { percent_off: 5, duration: 'repeating' }],
  ])('coupon with %s: refused', async (_, params) => {
    expect(await refusal(stripe.coupons.create(params))).toMatchObject({ statusCode: 400 });
  });

  it('code for one, and two customers at once: one of them gets it', async () => {
    const price = await stripe.prices.create({
      ...{ currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' } },
      product_data: { name: 'Pro' },
    });
    const { id: coupon } = await stripe.coupons.create({ percent_off: 100 });
    const { id: code } = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon },
      max_redemptions: 1,
    });
    const buy = async () => {
      const { id: customer } = await stripe.customers.create();
      const discounts = [{ promotion_code: code }];
      return stripe.subscriptions.create({ customer, items: [{ price: price.id }], discounts });
    };
    const outcomes = await Promise.allSettled([buy(), buy(), buy()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(await stripe.promotionCodes.retrieve(code)).toMatchObject({ times_redeemed: 1 });
    expect(await stripe.coupons.retrieve(coupon)).toMatchObject({ times_redeemed: 1 });
  });

  it('deleted coupon: gone, and its codes end', async () => {
    await stripe.coupons.create({ id: 'gone', percent_off: 10 });
    const promotion = { type: 'coupon', coupon: 'gone' } as const;
    const { id } = await stripe.promotionCodes.create({ promotion });
    await stripe.coupons.del('gone');
    expect(await refusal(stripe.coupons.retrieve('gone'))).toMatchObject({ statusCode: 404 });
    expect(await stripe.promotionCodes.retrieve(id)).toMatchObject({ active: false });
  });
});

describe('customers', () => {
  it('tax ids: pending first, then what the authority says', async () => {
    const { id } = await stripe.customers.create({
      tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    const added = await stripe.customers.createTaxId(id, { type: 'eu_vat', value: 'FR111111111' });
    expect(added).toMatchObject({ country: 'FR', verification: { status: 'pending' } });
    const { data } = await stripe.customers.listTaxIds(id);
    expect(data.map(({ verification }) => verification?.status)).toEqual([
      'unverified',
      'verified',
    ]);
    const expanded = await stripe.customers.retrieve(id, { expand: ['tax_ids'] });
    expect((expanded as Stripe.Customer).tax_ids?.data).toHaveLength(2);
    const wrong = stripe.customers.createTaxId(id, { type: 'eu_vat', value: '12' });
    expect(await refusal(wrong)).toMatchObject({ code: 'tax_id_invalid' });
    expect(await stripe.customers.deleteTaxId(id, added.id)).toMatchObject({ deleted: true });
    const again = await refusal(stripe.customers.deleteTaxId(id, added.id));
    expect(again).toMatchObject({ code: 'resource_missing', statusCode: 404 });
  });

  it('place of taxes: known, not collecting, unknown; refused when it is to be checked', async () => {
    const address = { country: 'DE' };
    const { id } = await stripe.customers.create({ address });
    const tax = async () =>
      ((await stripe.customers.retrieve(id, { expand: ['tax'] })) as Stripe.Customer).tax;
    expect(await tax()).toMatchObject({ automatic_tax: 'supported', location: { country: 'DE' } });
    await stripe.customers.update(id, { address: { country: 'BR' } });
    expect(await tax()).toMatchObject({ automatic_tax: 'not_collecting' });
    const nowhere = { address: { country: 'US' }, tax: { validate_location: 'immediately' } };
    const error = await refusal(stripe.customers.update(id, nowhere));
    expect(error).toMatchObject({ code: 'customer_tax_location_invalid' });
    expect(await tax()).toMatchObject({ automatic_tax: 'not_collecting' });
  });

  it('balance: each change noted with what came of it', async () => {
    const { id } = await stripe.customers.create();
    const change = { amount: -500, currency: 'usd' };
    await stripe.customers.createBalanceTransaction(id, change);
    await stripe.customers.createBalanceTransaction(id, { ...change, amount: 200 });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ balance: -300, currency: 'usd' });
    const { data } = await stripe.customers.listBalanceTransactions(id);
    expect(data.map(({ ending_balance: end }) => end)).toEqual([-300, -500]);
    const other = stripe.customers.createBalanceTransaction(id, { amount: 1, currency: 'eur' });
    expect(await refusal(other)).toMatchObject({ param: 'currency' });
  });

  it('created with a card as default; deleted: a deleted object, no longer listed', async () => {
    const email = 'new@example.com';
    const { id: card } = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_visa' },
    });
    const customer = await stripe.customers.create({
      email,
      payment_method: card,
      invoice_settings: { default_payment_method: card },
    });
    expect(customer.invoice_settings.default_payment_method).toBe(card);
    await stripe.customers.del(customer.id);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect((await stripe.customers.list({ email })).data).toEqual([]);
    const changed = await refusal(stripe.customers.update(customer.id, { name: 'Ada' }));
    expect(changed).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });
});

describe('the account', () => {
  it('who it is, where it taxes', async () => {
    expect(await stripe.accounts.retrieveCurrent()).toMatchObject({ object: 'account' });
    const defaults = { tax_behavior: 'exclusive' } as const;
    const head_office = { address: { country: 'DE' } };
    const changed = await stripe.tax.settings.update({ defaults, head_office });
    expect(changed).toMatchObject({ status: 'active', defaults: { tax_behavior: 'exclusive' } });
    expect(await stripe.tax.settings.retrieve()).toMatchObject({
      head_office: { address: { country: 'DE' } },
    });
  });

  it('seed: there from the start, with ids of its own; planted once', async () => {
    const seed = {
      products: [{ id: 'prod_pro', name: 'Pro' }],
      prices: [{ id: 'price_pro', product: 'prod_pro', currency: 'usd', unit_amount: 4000 }],
      coupons: [{ id: 'half', percent_off: 50 }],
      promotion_codes: [
        { id: 'promo_half', code: 'HALF', promotion: { type: 'coupon' as const, coupon: 'half' } },
      ],
    };
    const store = createMemoryStore();
    const clock = () => start * 1000;
    const first = createClient(createEmulator({ store, clock, seed }).fetch);
    expect(await first.prices.retrieve('price_pro')).toMatchObject({ unit_amount: 4000 });
    await first.products.update('prod_pro', { name: 'Professional' });
    const second = createClient(createEmulator({ store, clock, seed }).fetch);
    expect(await second.products.retrieve('prod_pro')).toMatchObject({ name: 'Professional' });
  });

  it('seed: planted later where the store was away at the first call', async () => {
    const store = createMemoryStore();
    const { transaction } = store;
    store.transaction = () => Promise.reject(new Error('away'));
    const seed = { products: [{ id: 'prod_pro', name: 'Pro' }] };
    const client = createClient(createEmulator({ store, seed }).fetch);
    await expect(client.products.retrieve('prod_pro')).rejects.toThrow();
    store.transaction = transaction;
    expect(await client.products.retrieve('prod_pro')).toMatchObject({ name: 'Pro' });
  });
});

describe('clocks', () => {
  it('test clock: its customers live in its time; it does not go back', async () => {
    const frozen = start + 1000;
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: frozen });
    const customer = await stripe.customers.create({ test_clock: clock.id });
    expect(customer.created).toBe(frozen);
    const advance = { frozen_time: frozen + 500 };
    const advancing = await stripe.testHelpers.testClocks.advance(clock.id, advance);
    expect(advancing.status).toBe('advancing');
    expect(await stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
      status: 'ready',
      frozen_time: frozen + 500,
    });
    const back = await refusal(stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1 }));
    expect(back).toMatchObject({ param: 'frozen_time' });
  });

  it('test clock removed: its customers go with it', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
    const { id } = await stripe.customers.create({ test_clock: clock.id });
    const other = await stripe.customers.create();
    expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true });
    expect(await refusal(stripe.customers.retrieve(id))).toMatchObject({ statusCode: 404 });
    expect((await stripe.customers.retrieve(other.id)).id).toBe(other.id);
    const gone = await refusal(stripe.customers.create({ test_clock: clock.id }));
    expect(gone).toMatchObject({ code: 'resource_missing', param: 'test_clock' });
  });

  it('clock of the account: moves everything else, and does not go back', async () => {
    const { emulator, stripe: own } = createSdk();
    await emulator.advance(start + 3600);
    expect((await own.customers.create()).created).toBe(start + 3600);
    await expect(emulator.advance(start)).rejects.toThrow(/does not go back/);
  });
});
