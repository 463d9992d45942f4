import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  atProvider,
  createPaidSubscription,
  expectDone,
  openIntent,
  passTime,
  readSubscription,
  settle,
  weekMs,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { listAtStripe, sendToStripe } from '../../billing/support/sandbox.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

const product = { billing: { cancel: 'ask' as const, promotionCodes: false } };

describe('resumeSubscription', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp({ product });
  });
  afterAll(() => app.close());

  const call = (name: string, data: object, key?: string) =>
    callable(app, name, {
      data,
      idToken: ada.idToken,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const resume = (subscriptionId: string, key?: string) =>
    call('resumeSubscription', { subscriptionId }, key);
  const endLater = (subscriptionId: string) =>
    call('cancelSubscription', { subscriptionId, when: 'period-end' });

  /** A paid subscription that is going to end. */
  async function begin(): Promise<string> {
    ada = await createPerson(app);
    const id = await createPaidSubscription(app, ada);
    expectDone(await endLater(id));
    return id;
  }

  it('keeps a subscription that was going to end: it renews as before', async () => {
    const id = await begin();
    expect(await readSubscription(app, id, ada)).toHaveProperty('cancel_at');
    expect(expectDone(await resume(id))).toEqual({});
    expect(await readSubscription(app, id, ada)).not.toHaveProperty('cancel_at');
    ada = await passTime(app, weekMs, ada);
    expect(await readSubscription(app, id, ada)).toMatchObject({ status: 'active' });
    expect((await atProvider(app, id)).invoices).toHaveLength(2);
  });

  it('refuses what goes on anyway, paid or free, with subscription/not-ending', async () => {
    ada = await createPerson(app);
    const ids = [await createPaidSubscription(app, ada), await createFreeSubscription(app, ada)];
    for (const id of ids) {
      expectRefusal(await resume(id), 'subscription/not-ending');
    }
  });

  it('refuses what has ended with subscription/canceled, known here or not', async () => {
    const id = await begin();
    app.clock.advance(weekMs + 60_000);
    ada = await signIn(app, ada);
    await app.app.runDue();
    expectRefusal(await resume(id), 'subscription/canceled');
    await settle(app);
    expect(await readSubscription(app, id, ada)).toMatchObject({ status: 'canceled' });
    expectRefusal(await resume(id, 'other'), 'subscription/canceled');
  });

  it('answers the same key as at first, and another request with billing/key-reused', async () => {
    const id = await begin();
    expectDone(await resume(id, 'key'));
    expectDone(await resume(id, 'key'));
    expectRefusal(await resume(id, 'other'), 'subscription/not-ending');
    const other = await createPaidSubscription(app, ada);
    expectRefusal(await resume(other, 'key'), 'billing/key-reused');
  });

  it('refuses while another change is open with billing/under-way', async () => {
    const id = await begin();
    await openIntent(app, id, ada);
    expectRefusal(await resume(id), 'billing/under-way');
  });

  it('refuses with billing/provider-unavailable, and is done once the provider answers', async () => {
    const id = await begin();
    const answer = await withoutProvider(app, () => resume(id, 'key'));
    expectRefusal(answer, 'billing/provider-unavailable');
    ada = await passTime(app, 60_000, ada);
    await settle(app);
    expect(await readSubscription(app, id, ada)).not.toHaveProperty('cancel_at');
    expectDone(await resume(id, 'key'));
  });

  it('is for the owner alone', async () => {
    const id = await begin();
    ada = await createPerson(app);
    await addMember(app, { subscriptionId: id, uid: ada.uid, permissions: ['access', 'admin'] });
    expectRefusal(await resume(id), 'access/owner-only');
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const { idToken, ...joan } = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, { ...joan, idToken });
    await sql`update subscriptions set plan_id = 'pro' where id = ${subscriptionId}`.execute(
      own.db,
    );
    await sql`
      insert into billing_accounts (subscription_id, customer_id, provider_subscription_id, ends_at)
      values (${subscriptionId}, 'cus_elsewhere', 'sub_elsewhere', now())`.execute(own.db);
    const data = { subscriptionId };
    expectRefusal(
      await callable(own, 'resumeSubscription', { data, idToken }),
      'billing/not-set-up',
    );
  });
});

describe('resumeSubscription, asked for what the provider will never do', () => {
  it('refuses with billing/rejected', () =>
    expectRejected('keepGoing', async ({ app, idToken, subscriptionId }) => {
      await sql`
        update billing_accounts set ends_at = now() where subscription_id = ${subscriptionId}`.execute(
        app.db,
      );
      // The provider has an end too, else it counts as taken back already.
      const [charged] = await listAtStripe(app, '/v1/subscriptions');
      await sendToStripe(app, `/v1/subscriptions/${charged?.id}`, { cancel_at_period_end: 'true' });
      const data = { subscriptionId };
      return await callable(app, 'resumeSubscription', { data, idToken });
    }));
});
