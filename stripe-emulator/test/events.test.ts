import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createEmulator, createMemoryStore } from '../src/index.ts';
import { createClient, refusal, start } from './sdk.ts';

interface Received {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** An emulator whose endpoints are here: `statuses` are their next answers, then 200. */
function createListener(statuses: number[] = []) {
  const received: Received[] = [];
  const emulator = createEmulator({
    store: createMemoryStore(),
    clock: () => start * 1000,
    deliver: async (url, message) => {
      received.push({ url, ...message });
      return { status: statuses.shift() ?? 200 };
    },
  });
  return { emulator, stripe: createClient(emulator.fetch), received };
}

const url = 'https://example.com/webhooks';
const secret = 'whsec_test';
const typeOf = ({ body }: Received): string => JSON.parse(body).type;

describe('events', () => {
  it('name their request and what changed', async () => {
    const { stripe } = createListener();
    const idempotencyKey = 'key';
    const { id } = await stripe.customers.create({ name: 'Ada' });
    const { lastResponse } = await stripe.customers.update(id, { name: 'Bea' }, { idempotencyKey });
    const [event] = (await stripe.events.list({ type: 'customer.updated' })).data;
    expect(event).toMatchObject({
      created: start,
      data: { object: { id, name: 'Bea' }, previous_attributes: { name: 'Ada' } },
      request: { id: lastResponse.requestId, idempotency_key: 'key' },
      pending_webhooks: 0,
    });
    expect(await stripe.events.retrieve(event?.id ?? '')).toEqual(event);
  });

  it('listed by types, by time, in pages', async () => {
    const { stripe } = createListener();
    for (const name of ['1', '2', '3']) {
      await stripe.customers.create({ name });
    }
    const first = await stripe.events.list({ limit: 2, created: { gte: start } });
    expect(first).toMatchObject({ has_more: true });
    const starting_after = first.data[1]?.id ?? '';
    const rest = await stripe.events.list({ starting_after, created: { gte: start } });
    expect(rest.data.map(({ data }) => (data.object as Stripe.Customer).name)).toEqual(['1']);
    expect((await stripe.events.list({ created: { gt: start } })).data).toEqual([]);
    expect((await stripe.events.list({ type: 'customer.*' })).data).toHaveLength(3);
    const foreign = stripe.events.list({ starting_after: 'evt_gone' });
    expect(await refusal(foreign)).toMatchObject({ code: 'resource_missing' });
  });

  it('kept for 30 days, or until their endpoint has them', async () => {
    const { emulator, stripe } = createListener([500, 500, 500, 500]);
    const { id } = await stripe.customers.create({ name: 'Ada' });
    const [old] = (await stripe.events.list()).data;
    const day = 24 * 3600;
    await emulator.advance(start + 30 * day);
    await emulator.control.webhooks({ url, secret });
    await stripe.customers.update(id, { name: 'Bea' });
    await emulator.settle();
    expect((await stripe.events.list()).data).toHaveLength(2);

    await emulator.advance(start + 30 * day + 3600);
    await emulator.settle();
    const [young, ...others] = (await stripe.events.list()).data;
    expect([young?.type, others]).toEqual(['customer.updated', []]);
    const gone = { statusCode: 404, message: `No such event: '${old?.id}'` };
    expect(await refusal(stripe.events.retrieve(old?.id ?? ''))).toMatchObject(gone);

    // The third of four tries: it is not done with.
    await emulator.advance(start + 61 * day);
    await emulator.settle();
    expect(await stripe.events.retrieve(young?.id ?? '')).toEqual(young);
    await emulator.advance(start + 61 * day + 4 * 3600);
    await emulator.settle();
    expect((await stripe.events.list({ created: { gte: start } })).data).toEqual([]);
  });

  it('of a customer on a test clock: kept for 30 days of that clock', async () => {
    const { emulator, stripe } = createListener();
    const day = 24 * 3600;
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start - 365 * day });
    await stripe.customers.create({ test_clock: clock.id });
    await emulator.settle();
    const kept = async () => (await stripe.events.list({ type: 'customer.created' })).data.length;
    expect(await kept()).toBe(1);
    const frozen_time = start - 334 * day;
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time });
    await emulator.settle();
    expect(await kept()).toBe(0);
  });
});

describe('webhooks', () => {
  it('signed, to endpoints that want the type, once, in order', async () => {
    const { emulator, stripe, received } = createListener();
    const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] });
    const some = 'https://example.com/some';
    await stripe.webhookEndpoints.create({ url: some, enabled_events: ['customer.deleted'] });
    const { id } = await stripe.customers.create({ name: 'Ada' });
    await stripe.customers.del(id);
    await emulator.settle();
    const types = (to: string) => received.filter((one) => one.url === to).map(typeOf);
    expect(types(url)).toEqual(['customer.created', 'customer.deleted']);
    expect(types(some)).toEqual(['customer.deleted']);
    const [{ body, headers }] = received as [Received];
    const signature = headers['stripe-signature'] ?? '';
    const event = stripe.webhooks.constructEvent(body, signature, endpoint.secret ?? '');
    expect(event).toMatchObject({ type: 'customer.created', pending_webhooks: 1 });
    expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
  });

  it('refused by the endpoint: sent again later, and no more than four times', async () => {
    const { emulator, stripe, received } = createListener([500, 500, 500, 500, 500]);
    await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] });
    await stripe.customers.create();
    await emulator.settle();
    expect(received).toHaveLength(1);
    for (const hours of [1, 3, 9, 24]) {
      await emulator.control.advance({ hours });
      await emulator.settle();
    }
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('more than are taken at once: all are sent, in order', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `${index}`);
    const { emulator, stripe, received } = createListener(names.map(() => 500));
    await emulator.control.webhooks({ url, secret });
    for (const name of names) {
      await stripe.customers.create({ name });
    }
    await emulator.settle();
    await emulator.control.advance({ hours: 1 });
    await emulator.settle();
    const sent = received.map(({ body }) => JSON.parse(body).data.object.name);
    expect(sent).toEqual([...names, ...names]);
  });

  it('twice and newest first on request; held until they are asked for', async () => {
    const { emulator, stripe, received } = createListener();
    await emulator.control.webhooks({ url, secret, duplicate: 2, shuffle: true });
    const held = { url: 'https://example.com/held', secret, hold: true };
    await emulator.control.webhooks(held);
    const { id } = await stripe.customers.create({
      tax_id_data: [{ type: 'us_ein', value: '12-3456789' }],
    });
    await emulator.settle();
    expect(received.map(typeOf)).toEqual([
      'customer.tax_id.created',
      'customer.tax_id.created',
      'customer.created',
      'customer.created',
    ]);
    const [event] = (await stripe.events.list({ type: 'customer.created' })).data;
    await emulator.control.deliver({ hook: 1, ids: [event?.id ?? ''] });
    expect(received.at(-1)?.url).toBe(held.url);
    expect(JSON.parse(received.at(-1)?.body ?? '').data.object.id).toBe(id);
  });

  it.each([{ tamper: true }, { secret: 'whsec_other' }, { skew: -600 }, { noSig: true }])(
    'forged with %o: not believed by the SDK',
    async (forgery) => {
      const { emulator, stripe, received } = createListener();
      await emulator.control.webhooks({ url, secret });
      await stripe.customers.create();
      await emulator.settle();
      await emulator.control.deliver(forgery);
      const { body, headers } = received.at(-1) as Received;
      const read = () =>
        stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret, 300);
      expect(read).toThrow(Stripe.errors.StripeSignatureVerificationError);
    },
  );

  it('store that fails while events are sent: reported, and calls go on', async () => {
    const store = createMemoryStore();
    const errors: unknown[] = [];
    const emulator = createEmulator({ store, report: (error) => errors.push(error) });
    const stripe = createClient(emulator.fetch);
    store.takeDeliveries = () => Promise.reject(new Error('connection closed'));
    expect(await stripe.customers.create({ name: 'Ada' })).toMatchObject({ name: 'Ada' });
    await emulator.settle();
    expect(errors[0]).toMatchObject({ message: 'connection closed' });
  });

  it('endpoint disabled or removed: nothing more; an address that is none: refused', async () => {
    const { emulator, stripe, received } = createListener();
    const { id } = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] });
    expect(await stripe.webhookEndpoints.update(id, { disabled: true })).toMatchObject({
      status: 'disabled',
    });
    await stripe.customers.create();
    await stripe.webhookEndpoints.del(id);
    await stripe.customers.create();
    await emulator.settle();
    expect(received).toEqual([]);
    const wrong = stripe.webhookEndpoints.create({ url: 'example', enabled_events: ['*'] });
    expect(await refusal(wrong)).toMatchObject({ code: 'url_invalid' });
  });
});

describe('failures on request', () => {
  it.each([
    [{ kind: 'rate_limit' }, { statusCode: 429, code: 'rate_limit' }],
    [{ kind: 'lock' }, { statusCode: 429, code: 'lock_timeout' }],
    [{ kind: 'in_use' }, { statusCode: 409, code: 'idempotency_key_in_use' }],
    [
      { kind: 'error', status: 503 },
      { statusCode: 503, rawType: 'api_error' },
    ],
    [
      { kind: 'card', decline: 'lost_card' },
      { statusCode: 402, decline_code: 'lost_card' },
    ],
  ] as const)('%o: not executed', async (fault, expected) => {
    const { emulator, stripe } = createListener();
    await emulator.control.fault({ match: 'POST /v1/customers', ...fault });
    const error = await refusal(stripe.customers.create());
    expect(error).toMatchObject(expected);
    if (error.statusCode === 429 || error.statusCode === 409) {
      expect(error.headers).toMatchObject({ 'stripe-should-retry': 'true' });
    }
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(await stripe.customers.create()).toMatchObject({ object: 'customer' });
  });

  it.each(['drop_after', 'torn', 'error_after'] as const)(
    '%s: executed, and the same key tells the answer',
    async (kind) => {
      const { emulator, stripe } = createListener();
      await emulator.control.fault({ match: 'POST /v1/customers', kind });
      const options = { idempotencyKey: 'key' };
      await expect(stripe.customers.create({ name: 'Ada' }, options)).rejects.toThrow();
      const { data } = await stripe.customers.list();
      expect(data).toHaveLength(1);
      const again = stripe.customers.create({ name: 'Ada' }, options);
      if (kind === 'error_after') {
        expect(await refusal(again)).toMatchObject({ statusCode: 500 });
      } else {
        expect((await again).id).toBe(data[0]?.id);
      }
    },
  );

  it('saved 500: repeated for its key, not for another one', async () => {
    const { emulator, stripe } = createListener();
    await emulator.control.fault({ kind: 'error', saved: true });
    const options = { idempotencyKey: 'key' };
    for (const _ of [1, 2]) {
      const error = await refusal(stripe.customers.create({}, options));
      expect(error.statusCode).toBe(500);
    }
    expect((await stripe.customers.list()).data).toEqual([]);
    await stripe.customers.create({}, { idempotencyKey: 'other' });
    const day = { hours: 25 };
    await emulator.control.advance(day);
    expect(await stripe.customers.create({}, options)).toMatchObject({ object: 'customer' });
  });

  it('dropped before: the connection ends, nothing happened, and the request is on record', async () => {
    const { emulator, stripe } = createListener();
    await emulator.control.fault({ kind: 'drop' });
    const dropped = stripe.customers.create();
    await expect(dropped).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect((await stripe.customers.list()).data).toEqual([]);
    expect(emulator.control.requests()).toMatchObject([
      { method: 'POST', path: '/v1/customers', fault: 'drop' },
      { method: 'GET', path: '/v1/customers', status: 200 },
    ]);
  });
});
