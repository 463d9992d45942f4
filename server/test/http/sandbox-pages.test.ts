import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askSandbox,
  expectDone,
  findCards,
  settle,
  withoutProvider,
} from '../billing/support/payment-scenes.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../harness/wire-client.ts';
import { findDrift } from '../histories/compare-books.ts';

const card = { number: '4242424242424242', exp_month: 4, exp_year: 2038, cvc: '123', name: 'Ada' };

describe('what a page asks of the sandbox', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  let setup: object;
  beforeAll(async () => {
    app = await createTestApp({ logger: false });
    ada = await createPerson(app);
    subscriptionId = await createFreeSubscription(app, ada);
    const data = { subscriptionId };
    const { clientSecret } = expectDone(await callable(app, 'createSetupIntent', { ...ada, data }));
    setup = { ...card, client_secret: clientSecret };
  });
  afterAll(() => app.close());

  const ask = (url: string, payload?: object, idToken: string | undefined = ada.idToken) => {
    const headers = idToken ? { authorization: `Bearer ${idToken}` } : {};
    return app.server.inject(
      payload ? { url, method: 'POST', payload, headers } : { url, method: 'GET' },
    );
  };

  it.each([
    ['/sandbox/cards', () => card],
    ['/sandbox/setups', () => setup],
    ['/sandbox/challenges', () => ({ client_secret: 'pi_secret', success: true })],
    ['/sandbox/invoices/secret', () => undefined],
  ])('is told that it is away: %s', async (url, payload) => {
    const answer = await withoutProvider(app, async () => await ask(url, payload()));
    expect(answer.statusCode, answer.body).toBe(503);
    expect(answer.json()).toMatchObject({ error: { status: 'UNAVAILABLE' } });
  });

  it.each([
    ['/sandbox/cards', () => card],
    ['/sandbox/setups', () => setup],
    ['/sandbox/challenges', () => ({ client_secret: 'pi_secret', success: true })],
  ])('is refused to a visitor who is not signed in: %s', async (url, payload) => {
    expectRefusal(await ask(url, payload(), ''), 'auth/unauthenticated');
  });

  it('shows the page of an invoice to everybody who has its address', async () => {
    expect((await ask('/sandbox/invoices/secret')).statusCode).toBe(404);
  });

  it('is limited to 30 cards at once, and then one a minute', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const { idToken } = await createPerson(limited);
    const answers: Answer[] = [];
    for (const _time of Array(31)) {
      answers.push(await askSandbox(limited, 'cards', { ...card, idToken }));
    }
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
    expectRefusal(answers[30] ?? expect.fail(), 'billing/too-many-attempts');
    limited.clock.advance(60_000);
    const again = await askSandbox(limited, 'cards', { ...card, idToken });
    expect(again.statusCode, again.body).toBe(200);
  });

  it('counts a card that cannot be kept, and a payment that its person declines', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const bob = await createPerson(limited);
    const data = { subscriptionId: await createFreeSubscription(limited, bob) };
    const form = async () =>
      (await callable(limited, 'createSetupIntent', { ...bob, data })).json().data.clientSecret;
    const { idToken } = bob;
    const declined = { ...card, number: '4000000000000002', client_secret: await form(), idToken };
    expect((await askSandbox(limited, 'setups', declined)).statusCode).toBe(400);

    const asking = { ...card, number: '4000002500003155', client_secret: await form(), idToken };
    expect((await askSandbox(limited, 'setups', asking)).json()).toMatchObject({
      outcome: 'authentication-needed',
    });
    const no = { client_secret: asking.client_secret, success: false, idToken };
    expect((await askSandbox(limited, 'challenges', no)).json()).toEqual({ outcome: 'failed' });

    expectRefusal(
      await askSandbox(limited, 'setups', { ...asking, number: card.number }),
      'billing/verification-required',
    );
  });

  it('is done also where what happened cannot be taken up yet', async () => {
    await sql`alter table provider_events rename to provider_events_away`.execute(app.db);
    const answer = await ask('/sandbox/setups', setup);
    await sql`alter table provider_events_away rename to provider_events`.execute(app.db);
    expect(answer.json()).toMatchObject({ outcome: 'succeeded' });
    await settle(app);
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([{ isDefault: true }]);
    expect(await findDrift(app)).toEqual([]);
  });
});
