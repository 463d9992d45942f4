import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  expectIdentityRefusal,
  identity,
  type Person,
} from '../../harness/wire-client.ts';
import {
  atProvider,
  createPaidSubscription,
  expectDone,
  openIntent,
  settle,
} from '../support/payment-scenes.ts';

describe('the means of payment, when an account is deleted', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function buyAndCancel(): Promise<{ ada: Person; subscriptionId: string }> {
    const ada = await createPerson(app, 'Ada');
    const subscriptionId = await createPaidSubscription(app, ada);
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { data, idToken: ada.idToken }));
    await settle(app);
    return { ada, subscriptionId };
  }

  const remove = ({ idToken }: Person) => identity(app, '/v1/accounts:delete', { idToken });

  async function findKept(subscriptionId: string) {
    const { rows } = await sql<{ details: unknown; card: unknown; inputs: string }>`
      select b.details, b.card, (select string_agg(i.input::text, '' order by i.created_at)
        from intents i where i.subscription_id = b.subscription_id) as inputs
      from billing_accounts b where b.subscription_id = ${subscriptionId}`.execute(app.db);
    return rows[0];
  }

  it('goes with it, here at once and at the provider by a job', async () => {
    const { ada, subscriptionId } = await buyAndCancel();
    expect(await findKept(subscriptionId)).toMatchObject({
      details: { name: 'Ada Lovelace' },
      card: { last4: '4242' },
    });
    expect(await atProvider(app, subscriptionId)).toMatchObject({
      cards: ['4242'],
      details: { name: 'Ada Lovelace' },
      email: ada.email,
    });

    expect((await remove(ada)).statusCode).toBe(200);
    expect(await findKept(subscriptionId)).toMatchObject({ details: null, card: null });
    await settle(app);

    expect(await atProvider(app, subscriptionId)).toMatchObject({
      subscriptions: ['canceled'],
      cards: [],
      details: null,
      email: null,
    });
    const kept = await findKept(subscriptionId);
    expect(kept).toMatchObject({ details: null, card: null });
    expect(kept?.inputs).toContain('forget-payer');
    expect(kept?.inputs).not.toMatch(/email|Lovelace|St James/);
  });

  it('waits for a change of money that is under way', async () => {
    const { ada, subscriptionId } = await buyAndCancel();
    await openIntent(app, subscriptionId, ada);
    expectIdentityRefusal(await remove(ada), 'billing/under-way');
    expect(await findKept(subscriptionId)).toMatchObject({ details: { name: 'Ada Lovelace' } });
  });
});
