import { httpRoutes } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askSandbox,
  confirmSetup,
  createPaidSubscription,
  expectDone,
  findCards,
  settle,
  typeCard,
  withoutProvider,
} from '../billing/support/payment-scenes.ts';
import { listAtStripe } from '../billing/support/sandbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../harness/wire-client.ts';
import { findDrift } from '../histories/compare-books.ts';

const card = { type: 'card', 'card[number]': '4242424242424242', 'card[cvc]': '123' };
const typed = { ...card, 'card[exp_month]': '4', 'card[exp_year]': '2038' };

describe('what a page asks of the emulator', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp({ logger: false });
    ada = await createPerson(app);
    subscriptionId = await createFreeSubscription(app, ada);
  });
  afterAll(() => app.close());

  const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, key = 'pk_test_sandbox') => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    return app.server.inject({ method, url: `/sandbox${url}`, headers });
  };

  it('is told that it is away', async () => {
    const ask = () => askSandbox(app, '/v1/payment_methods', typed);
    expectRefusal(await withoutProvider(app, ask), 'billing/provider-unavailable');
  });

  it.each([
    ['POST', '/_control/reset'],
    ['GET', '/_control/state'],
    ['GET', '/v1/customers'],
    ['POST', '/v1/customers'],
    ['GET', '/v1/account'],
    ['GET', '/v1/events'],
    ['POST', '/v1/setup_intents'],
    ['GET', '/v1/setup_intents/../customers'],
    ['GET', '/v1/setup_intents/..%2Fcustomers'],
    ['POST', '/v1/setup_intents/a%2Fb/confirm'],
    ['DELETE', '/v1/payment_methods'],
    ['POST', '/v1/payment_methods/pm_1/detach'],
  ] as const)('does not reach %s %s, whatever its key', async (method, url) => {
    for (const key of ['pk_test_sandbox', 'sk_test_sandbox']) {
      const answer = await ask(method, url, key);
      expect([404, 405], answer.body).toContain(answer.statusCode);
    }
  });

  it('learns nothing of an intent without its secret, nor with a secret key', async () => {
    const data = { subscriptionId };
    const { clientSecret } = expectDone(await callable(app, 'createSetupIntent', { ...ada, data }));
    const [id] = String(clientSecret).split('_secret_');
    const path = `/v1/setup_intents/${id}`;
    expect((await ask('GET', path)).statusCode).toBe(404);
    expect((await ask('GET', path, 'sk_test_sandbox')).statusCode).toBe(401);
    expect((await ask('GET', `${path}?client_secret=${clientSecret}`)).statusCode).toBe(200);
  });

  it('reads an invoice by its address, in the language of the reader, and takes its script from here', async () => {
    const joan = await createPerson(app);
    await createPaidSubscription(app, joan);
    const [invoice] = await listAtStripe(app, '/v1/invoices');
    const { pathname } = new URL(invoice?.hosted_invoice_url);
    expect(pathname).toMatch(/^\/sandbox\/i\/acct\/in_/);
    const headers = { 'accept-language': 'zh-CN' };
    const page = await app.server.inject({ url: pathname, headers });
    expect(page.body).toContain('<html lang="zh">');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await ask('GET', '/i/acct/in_nothing')).statusCode).toBe(404);
    const script = await app.server.inject({ url: '/sandbox/stripe.js' });
    expect([script.statusCode, script.headers['content-type']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
  });

  it('is limited to 200 changes of a network at once, and then one in ten seconds', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const statuses: number[] = [];
    for (const _time of Array(201)) {
      const answer = await askSandbox(limited, '/_browser/authenticate', { client_secret: 'x' });
      statuses.push(answer.statusCode);
    }
    expect(statuses.indexOf(429)).toBe(200);
    limited.clock.advance(10_000);
    expect((await askSandbox(limited, '/v1/payment_methods', typed)).statusCode).toBe(200);
    expect((await askSandbox(limited, '/v1/payment_methods', typed)).statusCode).toBe(429);
  });

  it('is done also if what happened cannot be taken up yet', async () => {
    const data = { subscriptionId };
    const { clientSecret } = expectDone(await callable(app, 'createSetupIntent', { ...ada, data }));
    await sql`alter table provider_events rename to provider_events_away`.execute(app.db);
    const id = await typeCard(app, card['card[number]']);
    const answer = await confirmSetup(app, String(clientSecret), id);
    await sql`alter table provider_events_away rename to provider_events`.execute(app.db);
    expect(answer.json()).toMatchObject({ status: 'succeeded' });
    await settle(app);
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([{ id }]);
    expect(await findDrift(app)).toEqual([]);
  });

  it('is listed for developers, address by address', () => {
    const listed = httpRoutes.filter(({ only }) => only === 'with the sandbox');
    expect(
      listed.map(({ path }) => path).filter((path) => path.startsWith('/sandbox/')),
    ).toHaveLength(11);
  });
});
