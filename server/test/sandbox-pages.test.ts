import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDrift } from './billing-drift.ts';
import { expectDone, findCards, settle, withoutProvider } from './payment-scenes.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { callable, createFreeSubscription, createPerson, type Person } from './wire-client.ts';

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

  const ask = (url: string, payload?: object) =>
    app.server.inject({ url, ...(payload ? { method: 'POST', payload } : { method: 'GET' }) });

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
