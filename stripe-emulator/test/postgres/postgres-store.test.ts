import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createEmulator, createPostgresStore } from '../../src/index.ts';
import { createClient, refusal, start } from '../sdk.ts';

// Runs with the server's tests, which have a PostgreSQL.
const pool = new pg.Pool({ ...(inject('postgres' as never) as pg.PoolConfig), max: 8 });
const schemas: string[] = [];

function newSchema() {
  const schema = `emulator_${process.pid}_${schemas.length}`;
  schemas.push(schema);
  return schema;
}

async function createOn(schema: string) {
  const store = await createPostgresStore({ pool, schema });
  const emulator = createEmulator({
    store,
    clock: () => start * 1000,
    deliver: async () => ({ status: 200 }),
  });
  return { emulator, stripe: createClient(emulator.fetch) };
}

afterAll(async () => {
  for (const schema of schemas) {
    await pool.query(`drop schema if exists ${schema} cascade`);
  }
  await pool.end();
});

describe('the store in PostgreSQL', () => {
  it('keeps everything for the next process, in the order in which it was made', async () => {
    const schema = newSchema();
    const { stripe } = await createOn(schema);
    const names = ['1', '2', '3'];
    for (const name of names) {
      await stripe.customers.create({
        name,
        tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
      });
    }
    await stripe.products.create({ id: 'prod_pro', name: 'Pro' });
    const { stripe: next } = await createOn(schema);
    const { data } = await next.customers.list({ expand: ['data.tax_ids'] });
    expect(data.map(({ name }) => name)).toEqual([...names].reverse());
    expect(data[0]?.tax_ids?.data).toMatchObject([{ verification: { status: 'verified' } }]);
    expect(await next.products.retrieve('prod_pro')).toMatchObject({ name: 'Pro' });
    const types = (await next.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types.filter((type) => type === 'customer.created')).toHaveLength(3);
    expect((await next.customers.create()).id > (data[0]?.id ?? '')).toBe(true);
  });

  it('two processes with one key: one is told that it is in use, one customer is there', async () => {
    const schema = newSchema();
    const sdks = [await createOn(schema), await createOn(schema)];
    const options = { idempotencyKey: 'at once' };
    const outcomes = await Promise.allSettled(
      sdks.map(({ stripe }) => stripe.customers.create({ name: 'Ada' }, options)),
    );
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const error of refused) {
      expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    }
    const again = new Set<string>();
    for (const { stripe } of sdks) {
      again.add((await stripe.customers.create({ name: 'Ada' }, options)).id);
    }
    expect(again.size).toBe(1);
    expect((await sdks[0]?.stripe.customers.list())?.data).toHaveLength(1);
  });

  it('many changes of one customer at once: each counts', async () => {
    const { stripe } = await createOn(newSchema());
    const { id } = await stripe.customers.create();
    const change = { amount: -100, currency: 'usd' };
    await Promise.all(
      Array.from({ length: 20 }, () => stripe.customers.createBalanceTransaction(id, change)),
    );
    expect(await stripe.customers.retrieve(id)).toMatchObject({ balance: -2000 });
  });

  it('a code for one, redeemed by two processes at once: counted once', async () => {
    const schema = newSchema();
    const sdks = [await createOn(schema), await createOn(schema)];
    const { stripe } = sdks[0] ?? expect.fail();
    const price = await stripe.prices.create({
      ...{ currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' } },
      product_data: { name: 'Pro' },
    });
    const { id: coupon } = await stripe.coupons.create({ percent_off: 100 });
    const { id: code } = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon },
      max_redemptions: 1,
    });
    const outcomes = await Promise.allSettled(
      sdks.map(async (sdk) => {
        const { id: customer } = await sdk.stripe.customers.create();
        const discounts = [{ promotion_code: code }];
        const items = [{ price: price.id }];
        return sdk.stripe.subscriptions.create({ customer, items, discounts });
      }),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await stripe.promotionCodes.retrieve(code)).toMatchObject({ times_redeemed: 1 });
  });

  it('a declined payment: charge and events are kept with the error', async () => {
    const { stripe } = await createOn(newSchema());
    const error = await refusal(
      stripe.paymentIntents.create({
        ...{ amount: 500, currency: 'usd', confirm: true, return_url: 'https://example.com' },
        payment_method: 'pm_card_chargeDeclined',
      }),
    );
    const { charge } = error.raw as { charge: string };
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ paid: false });
    expect((await stripe.events.list({ type: 'payment_intent.payment_failed' })).data).toHaveLength(
      1,
    );
  });

  it('clock and endpoints are those of all processes; an event is sent once', async () => {
    const schema = newSchema();
    const { emulator, stripe } = await createOn(schema);
    const other = await createOn(schema);
    await emulator.advance(start + 3600);
    expect((await other.stripe.customers.create()).created).toBe(start + 3600);
    await other.emulator.control.webhooks({ url: 'https://example.com/', secret: 'whsec_a' });
    await stripe.customers.create();
    await Promise.all([emulator.settle(), other.emulator.settle()]);
    const sent = [...emulator.control.deliveries(), ...other.emulator.control.deliveries()];
    expect(sent.map(({ type }) => type)).toEqual(['customer.created']);
  });

  it('ended while an event was on its way: the next process sends it', async () => {
    const schema = newSchema();
    const { emulator, stripe } = await createOn(schema);
    const store = await createPostgresStore({ pool, schema });
    await stripe.webhookEndpoints.create({ url: 'https://example.com/', enabled_events: ['*'] });
    await stripe.customers.create();
    const [endpoint] = (await stripe.webhookEndpoints.list()).data;
    await emulator.settle();
    const [sent] = emulator.control.deliveries();
    const taken = { id: 'lost', event: sent?.event ?? '', endpoint: '', attempts: 0, dueAt: start };
    const deliveries = [{ ...taken, endpoint: endpoint?.id ?? '' }];
    await store.transaction((tx) => tx.commit({ deliveries }));
    const found = { delivery: { id: 'lost' }, event: { id: sent?.event } };
    expect(await store.takeDeliveries(start)).toMatchObject([found]);
    expect(await store.takeDeliveries(start)).toEqual([]);
    const next = await createOn(schema);
    await next.emulator.advance(start + 61);
    await next.emulator.settle();
    expect(next.emulator.control.deliveries()).toMatchObject([{ event: sent?.event }]);
    expect(await store.takeDeliveries(start + 10_000)).toEqual([]);
  });

  it('deliveries that are noted: gone, or due again later', async () => {
    const store = await createPostgresStore({ pool, schema: newSchema() });
    const deliveries = ['one', 'two', 'three'].map((id) => {
      return { id, event: 'evt_gone', endpoint: 'we_1', attempts: 0, dueAt: start };
    });
    await store.transaction((tx) => tx.commit({ deliveries }));
    const taken = (await store.takeDeliveries(start)).map(({ delivery }) => delivery);
    expect(taken).toEqual(deliveries);
    const again = { ...deliveries[1], attempts: 1, dueAt: start + 600 } as (typeof taken)[number];
    await store.noteDeliveries(
      new Map([
        ['one', undefined],
        ['two', again],
      ]),
    );
    const later = await store.takeDeliveries(start + 600);
    expect(later).toEqual([{ delivery: again }, { delivery: deliveries[2] }]);
  });

  it('events of 30 days ago: gone, but for those that wait for an endpoint', async () => {
    const schema = newSchema();
    const { emulator, stripe } = await createOn(schema);
    await stripe.customers.create({ name: 'Ada' });
    await stripe.customers.create({ name: 'Bea' });
    const [waiting] = (await stripe.events.list()).data;
    await emulator.settle();
    const store = await createPostgresStore({ pool, schema });
    const later = { event: waiting?.id ?? '', endpoint: 'we_1', attempts: 0, dueAt: start };
    await store.transaction((tx) => tx.commit({ deliveries: [{ id: 'one', ...later }] }));
    expect(await store.forgetEvents(start)).toBe(false);
    const ids = () => store.transaction(async (tx) => (await tx.listEvents()).map(({ id }) => id));
    expect(await ids()).toHaveLength(2);
    await store.forgetEvents(start + 1);
    expect(await ids()).toEqual([waiting?.id]);
  });

  it('made by another version: refused with the way out; emptied: like new', async () => {
    const schema = newSchema();
    const { emulator, stripe } = await createOn(schema);
    await stripe.customers.create();
    await emulator.control.reset();
    expect((await stripe.customers.list()).data).toEqual([]);
    await pool.query(`update ${schema}.emulator set version = 99`);
    await expect(createOn(schema)).rejects.toThrow(`drop schema ${schema} cascade`);
    await expect(createOn('a; drop table b')).rejects.toThrow('no name of a schema');
  });
});
