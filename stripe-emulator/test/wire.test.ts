import { describe, expect, it } from 'vitest';
import { createSdk, refusal } from './sdk.ts';

const { emulator, stripe, fetch } = createSdk();
const at = (path: string) => `https://api.stripe.com${path}`;
const authorization = 'Bearer sk_test_emulator';
const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };

/** A request as no SDK would send it. */
async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await fetch(at(path), init);
  const answer = (await response.json()) as { error: Record<string, string> };
  return { status: response.status, body: answer };
}

/** The SDK hands on what `fetch` gave it. */
const plain = (headers: unknown) => Object.fromEntries(headers as Headers);

describe('parameters', () => {
  it('unknown: refused with its path', async () => {
    const wrong = { address: { zip: '1' } };
    expect(await refusal(stripe.customers.create(wrong as object))).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'address[zip]',
      message: 'Received unknown parameter: address[zip]',
    });
  });

  it.each([
    ['balance=ten', 'balance', 'parameter_invalid_integer'],
    ['balance=1.5', 'balance', 'parameter_invalid_integer'],
    ['tax_exempt=maybe', 'tax_exempt', undefined],
    ['preferred_locales=en', 'preferred_locales', undefined],
    ['address=Berlin', 'address', undefined],
    ['name[first]=Ada', 'name', undefined],
    ['balance=', 'balance', 'parameter_invalid_empty'],
    ['metadata[a][b]=c', 'metadata[a]', undefined],
    [`metadata[${'a'.repeat(41)}]=b`, `metadata[${'a'.repeat(41)}]`, undefined],
    ['=1', '=1', undefined],
  ])('%s: refused', async (body, param, code) => {
    const { status, body: answer } = await send('POST', '/v1/customers', form, body);
    expect(status).toBe(400);
    expect(answer.error.type).toBe('invalid_request_error');
    expect(answer.error.code).toBe(code);
    if (param !== '=1') {
      expect(answer.error.param).toBe(param);
    }
  });

  it('empty: unsets', async () => {
    const { id } = await stripe.customers.create({ name: 'Ada', address: { city: 'London' } });
    const changed = await stripe.customers.update(id, { name: '', address: '' });
    expect(changed).toMatchObject({ name: null, address: null });
  });
});

describe('a request that Stripe does not take', () => {
  it.each([
    ['no key', {}, 401, undefined],
    ['key of live mode', { authorization: 'Bearer sk_live_abc' }, 401, undefined],
    ['publishable key', { authorization: 'Bearer pk_test_abc' }, 403, 'secret_key_required'],
    ['version', { authorization, 'stripe-version': '2024-06-20' }, 400, 'api_version'],
  ])('%s: refused', async (_, headers, status, code) => {
    const answer = await send('GET', '/v1/customers', headers);
    expect(answer).toMatchObject({ status, body: { error: { type: 'invalid_request_error' } } });
    expect(answer.body.error.code).toBe(code);
  });

  it('JSON instead of a form: refused', async () => {
    const json = { authorization, 'content-type': 'application/json' };
    const { status, body } = await send('POST', '/v1/customers', json, '{"name":"Ada"}');
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/check that your POST content type is/);
  });

  it('ten megabytes: refused', async () => {
    const { status } = await send('POST', '/v1/customers', form, `name=${'a'.repeat(10 ** 7)}`);
    expect(status).toBe(413);
  });

  it('unknown address: 404, one that Stripe has: 501, both in the shape of an error', async () => {
    expect(await send('GET', '/v1/nothing', form)).toMatchObject({ status: 404 });
    expect(await send('POST', '/v1/customers/', form)).toMatchObject({
      status: 404,
      body: { error: { message: /remove the trailing slash/ } },
    });
    const checkout = await refusal(stripe.checkout.sessions.create({ mode: 'payment' }));
    expect(checkout).toMatchObject({ statusCode: 501, rawType: 'api_error' });
  });
});

describe('idempotency', () => {
  it('same key, same body: the first answer again, with the first request named', async () => {
    const idempotencyKey = 'twice';
    const first = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey });
    const second = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey });
    expect(second.id).toBe(first.id);
    const { requestId } = second.lastResponse;
    const headers = plain(second.lastResponse.headers);
    expect(headers).toMatchObject({
      'idempotent-replayed': 'true',
      'idempotency-key': 'twice',
      'original-request': first.lastResponse.requestId,
      'stripe-should-retry': 'false',
    });
    expect(requestId).not.toBe(first.lastResponse.requestId);
  });

  it('same key, other body or endpoint: refused', async () => {
    const options = { idempotencyKey: 'other' };
    const { id } = await stripe.customers.create({ name: 'Ada' }, options);
    expect(await refusal(stripe.customers.create({ name: 'Bea' }, options))).toMatchObject({
      statusCode: 400,
      rawType: 'idempotency_error',
      message: /can only be used with the same parameters/,
    });
    expect(await refusal(stripe.customers.update(id, { name: 'Ada' }, options))).toMatchObject({
      rawType: 'idempotency_error',
      message: /for the same endpoint/,
    });
  });

  it('refused by the handler: the refusal again; refused by the wire: the key is still new', async () => {
    const options = { idempotencyKey: 'refused' };
    const wrong = { nam: 'Ada' } as object;
    expect((await refusal(stripe.customers.create(wrong, options))).code).toBe('parameter_unknown');
    const bad = { email: 'nobody' };
    expect((await refusal(stripe.customers.create(bad, options))).code).toBe('email_invalid');
    const again = await refusal(stripe.customers.create(bad, options));
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    const { message } = again;
    expect(emulator.control.requests().slice(-2)).toMatchObject([
      { error: message, replayed: false },
      { error: message, replayed: true },
    ]);
  });

  it('two at once: one is told that the key is in use, and one customer is there', async () => {
    const options = { idempotencyKey: 'at once' };
    const email = 'once@example.com';
    const both = await Promise.allSettled([
      stripe.customers.create({ email }, options),
      stripe.customers.create({ email }, options),
    ]);
    const [refused] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    expect((await stripe.customers.list({ email })).data).toHaveLength(1);
  });
});

describe('lists', () => {
  it('pages forth and back, newest first', async () => {
    const { stripe: own } = createSdk();
    for (const name of ['1', '2', '3', '4', '5']) {
      await own.customers.create({ name });
    }
    const first = await own.customers.list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' });
    const names: unknown[] = [];
    for await (const { name } of own.customers.list({ limit: 2 })) {
      names.push(name);
    }
    expect(names).toEqual(['5', '4', '3', '2', '1']);
    const last = (await own.customers.list({ limit: 5 })).data[4]?.id ?? '';
    const before = await own.customers.list({ limit: 2, ending_before: last });
    expect(before.data.map(({ name }) => name)).toEqual(['3', '2']);
    expect(before.has_more).toBe(true);
  });

  it('foreign cursor, limit out of bounds, both cursors: refused', async () => {
    const foreign = await refusal(stripe.customers.list({ starting_after: 'cus_nobody' }));
    expect(foreign).toMatchObject({ code: 'resource_missing', param: 'starting_after' });
    expect(await refusal(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
    const both = { starting_after: 'cus_a', ending_before: 'cus_b' };
    expect(await refusal(stripe.customers.list(both))).toMatchObject({ statusCode: 400 });
  });
});

describe('expand', () => {
  it('unknown or no reference, or below five levels: refused', async () => {
    for (const path of ['name.first', 'nothing', 'email', 'a.b.c.d.e']) {
      const error = await refusal(stripe.customers.create({ expand: [path] }));
      expect(error, path).toMatchObject({ param: 'expand', statusCode: 400 });
    }
  });
});

it('a caller that gives up: rejected with its reason, and the request goes on', async () => {
  const abort = new AbortController();
  const body = new URLSearchParams({ email: 'gone@example.com' }).toString();
  const answer = fetch(at('/v1/customers'), {
    method: 'POST',
    headers: form,
    body,
    signal: abort.signal,
  });
  abort.abort(new Error('waited too long'));
  await expect(answer).rejects.toThrow('waited too long');
  await expect
    .poll(async () => (await stripe.customers.list({ email: 'gone@example.com' })).data.length)
    .toBe(1);
});

it('equal calls: equal ids', async () => {
  const ids = [createSdk(), createSdk()].map(
    async (sdk) => (await sdk.stripe.customers.create()).id,
  );
  const [first, second] = await Promise.all(ids);
  expect(first).toBe(second);
});
