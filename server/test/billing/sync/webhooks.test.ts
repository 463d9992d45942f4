import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKey } from '../../../src/platform/derive-key.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { type Answer, createPerson } from '../../harness/wire-client.ts';
import { countRows, createPaidSubscription, settle } from '../support/payment-scenes.ts';

const largestMessageBytes = 1024 * 1024;
let events = 0;

interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly customer: string | null;
}

describe('POST /webhooks/stripe', () => {
  let app: TestApp;
  let secret: string;
  /** Customers whose invoices the product has asked for. */
  let listed: string[] = [];
  beforeAll(async () => {
    app = await createTestApp({
      payments: (real) => ({
        ...real,
        listInvoices(customerId, limit) {
          listed.push(customerId);
          return real.listInvoices(customerId, limit);
        },
      }),
    });
    const key = deriveKey(app.config.secretKey, 'sandbox events');
    secret = `whsec_${key.toString('base64url')}`;
  });
  afterAll(() => app.close());

  function newEvent({ type = 'invoice.paid', customer = null }: Partial<StripeEvent> = {}) {
    events += 1;
    return { id: `evt_${events}`, type, customer };
  }

  interface Message {
    readonly body: string | Buffer;
    readonly signature?: string;
    readonly contentType?: string;
  }

  function post({ body, signature, contentType = 'application/json' }: Message): Promise<Answer> {
    const signed = signature === undefined ? {} : { 'stripe-signature': signature };
    const headers = { 'content-type': contentType, ...signed };
    return app.server.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload: body });
  }

  /** As the provider sends it. */
  const signed = (event: StripeEvent, ageMinutes = 0): Message & { signature: string } => {
    const body = toBody(event);
    return { body, signature: sign(body, secret, ageMinutes) };
  };
  const tell = (event: StripeEvent) => post(signed(event));

  async function findKept(id: string) {
    const { rows } = await sql<{ type: string; customer_id: string | null; processed: boolean }>`
      select type, customer_id, processed_at is not null as processed
      from provider_events where id = ${id}`.execute(app.db);
    return rows;
  }

  /** A new customer, and how often they have been read at the provider since. */
  async function watchCustomer() {
    const id = await createPaidSubscription(app, await createPerson(app));
    await settle(app);
    const { rows } = await sql<{ customer_id: string }>`
      select customer_id from billing_accounts where subscription_id = ${id}`.execute(app.db);
    listed = [];
    const customerId = rows[0]?.customer_id ?? '';
    return {
      customer: customerId,
      asked: () => listed.filter((asked) => asked === customerId).length,
    };
  }

  async function countJobs(): Promise<number> {
    return await countRows(app, 'graphile_worker.jobs');
  }

  it('keeps a signed message without any sign-in, and a job follows it', async () => {
    const id = await createPaidSubscription(app, await createPerson(app));
    await settle(app);
    const { rows } = await sql<{ customer_id: string }>`
      select customer_id from billing_accounts where subscription_id = ${id}`.execute(app.db);
    // Our row is wrong, as without an event.
    await sql`update subscriptions set status = 'past_due' where id = ${id}`.execute(app.db);
    const event = newEvent({ customer: rows[0]?.customer_id ?? '' });

    const answer = await tell(event);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ received: true });
    expect(await findKept(event.id)).toMatchObject([{ type: 'invoice.paid', processed: false }]);
    await app.app.runJobs();
    expect(await findKept(event.id)).toMatchObject([{ processed: true }]);
    const { rows: after } = await sql<{ status: string }>`
      select status from subscriptions where id = ${id}`.execute(app.db);
    expect(after).toEqual([{ status: 'active' }]);
  });

  it('takes the same message again, and keeps it once', async () => {
    const event = newEvent();
    await settle(app);
    const jobs = await countJobs();
    for (let time = 0; time < 3; time += 1) {
      expect((await tell(event)).statusCode).toBe(200);
    }
    expect(await findKept(event.id)).toHaveLength(1);
    expect(await countJobs()).toBe(jobs + 1);
    await app.app.runJobs();
    expect((await tell(event)).statusCode).toBe(200);
    expect(await countJobs()).toBe(jobs);
  });

  it('reads a customer again once, however many messages wait', async () => {
    const { customer, asked } = await watchCustomer();
    for (let message = 0; message < 20; message += 1) {
      expect((await tell(newEvent({ customer }))).statusCode).toBe(200);
    }
    await app.app.runJobs();
    expect(asked()).toBe(1);
    const { rows } = await sql`
      select id from provider_events where processed_at is null`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it.each([
    ['of a customer whom nobody here knows', { customer: 'cus_of_somebody_else' }],
    ['of a type that nobody here knows', { type: 'moon.landed' }],
  ])('keeps a message %s, which changes nothing', async (_which, part) => {
    const read = () => sql`select * from subscriptions order by id`.execute(app.db);
    const before = await read();
    const event = newEvent(part);
    expect((await tell(event)).statusCode).toBe(200);
    await app.app.runJobs();
    expect(await findKept(event.id)).toMatchObject([{ processed: true }]);
    expect((await read()).rows).toEqual(before.rows);
  });

  const bad: Readonly<Record<string, (event: StripeEvent) => Message>> = {
    unsigned: (event) => ({ body: toBody(event) }),
    'signed with another secret': (event) => {
      const body = toBody(event);
      return { body, signature: sign(body, `whsec_${'x'.repeat(32)}`) };
    },
    'signed with SECRET_KEY itself': (event) => {
      const body = toBody(event);
      return { body, signature: sign(body, app.config.secretKey) };
    },
    'with the signature of another': (event) => ({
      body: toBody(event),
      signature: signed(newEvent()).signature,
    }),
    'with a signature that is none': (event) => ({
      body: toBody(event),
      signature: 't=soon,v1=yes',
    }),
    'parsed and written again': (event) => {
      const { body, signature } = signed(event);
      return { body: JSON.stringify(JSON.parse(body.toString()), null, 1), signature };
    },
    'with an empty body': (event) => ({ body: '', signature: signed(event).signature }),
  };

  it.each(Object.entries(bad))('refuses a message %s and keeps nothing', async (_how, make) => {
    const kept = await countRows(app, 'provider_events');
    const answer = await post(make(newEvent()));
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toEqual({ error: expect.any(String) });
    expect(await countRows(app, 'provider_events')).toBe(kept);
  });

  it('refuses a message that was signed minutes ago', async () => {
    const event = newEvent();
    expect((await post(signed(event, 6))).statusCode).toBe(400);
    expect(await findKept(event.id)).toEqual([]);
    expect((await tell(event)).statusCode).toBe(200);
  });

  it('reads the bytes whatever they are called', async () => {
    const event = newEvent();
    const message = { ...signed(event), contentType: 'application/octet-stream' };
    expect((await post(message)).statusCode).toBe(200);
    expect(await findKept(event.id)).toHaveLength(1);
  });

  it('refuses a body that is too big', async () => {
    const answer = await post({ body: Buffer.alloc(largestMessageBytes + 1, 'x') });
    expect(answer.statusCode).toBe(413);
  });

  it('answers nothing but POST', async () => {
    const answer = await app.server.inject({ method: 'GET', url: '/webhooks/stripe' });
    expect(answer.statusCode).toBe(405);
  });

  it.each(['/webhooks/stripe', '/sandbox/v1/payment_methods'])(
    'has no %s where nobody takes money',
    async (url) => {
      const free = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
      const { body, signature } = signed(newEvent());
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const answer = await free.server.inject({ method: 'POST', url, headers, payload: body });
      expect(answer.statusCode).toBe(404);
    },
  );
});

function toBody({ id, type, customer }: StripeEvent): string {
  const created = Math.floor(Date.now() / 1_000);
  const data = { object: { id: 'in_1', object: 'invoice', customer } };
  return JSON.stringify({ id, object: 'event', type, created, livemode: false, data });
}

function sign(body: string, secret: string, ageMinutes = 0): string {
  const at = Math.floor(Date.now() / 1_000) - ageMinutes * 60;
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${digest}`;
}
