import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerChallenge,
  atProvider,
  billingInfo,
  createPaidSubscription,
  expectDone,
  openIntent,
  passTime,
  readSubscription,
  settle,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { expectUndecided } from '../../billing/support/undecided-payment.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember, setStatus } from '../../harness/factories.ts';
import { plantClaim } from '../../harness/frozen-project.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

describe('abandonSubscription', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const abandon = (subscriptionId: string, { idToken }: Person) =>
    callable(app, 'abandonSubscription', { data: { subscriptionId }, idToken });

  async function begin() {
    const ada = await createPerson(app);
    const data = { planId: 'pro', billingInfo: billingInfo('pm_card_authenticationRequired') };
    const answer = await callable(app, 'createSubscription', { data, idToken: ada.idToken });
    const { subscriptionId, clientSecret } = expectDone(answer);
    return { ada, subscriptionId: String(subscriptionId), clientSecret: String(clientSecret) };
  }

  it('ends a subscription whose payment waits; what the bank is told later changes nothing', async () => {
    const { ada, subscriptionId, clientSecret } = await begin();

    expect(expectDone(await abandon(subscriptionId, ada))).toEqual({});

    expect((await readSubscription(app, subscriptionId, ada)).status).toBe('canceled');
    await answerChallenge(app, clientSecret, true);
    await settle(app);
    expect((await readSubscription(app, subscriptionId, ada)).status).toBe('canceled');
    const { subscriptions, invoices } = await atProvider(app, subscriptionId);
    expect(subscriptions).toEqual(['incomplete_expired']);
    expect(invoices).toMatchObject([{ status: 'void' }]);
    expectDone(await abandon(subscriptionId, ada));
  });

  it('refuses with billing/nothing-to-pay what runs, free or paid', async () => {
    const ada = await createPerson(app);
    for (const id of [
      await createFreeSubscription(app, ada),
      await createPaidSubscription(app, ada),
    ]) {
      expectRefusal(await abandon(id, ada), 'billing/nothing-to-pay');
      expect((await readSubscription(app, id, ada)).status).toBe('active');
    }
  });

  it('does not take back what was paid a moment ago', async () => {
    const { ada, subscriptionId, clientSecret } = await begin();
    await answerChallenge(app, clientSecret, true);
    await settle(app);
    expectRefusal(await abandon(subscriptionId, ada), 'billing/nothing-to-pay');
  });

  it('payment confirmed at the bank but not yet read: refused', async () => {
    const { ada, subscriptionId, clientSecret } = await begin();
    await answerChallenge(app, clientSecret, true);
    expectRefusal(await abandon(subscriptionId, ada), 'billing/nothing-to-pay');
    expect((await readSubscription(app, subscriptionId, ada)).status).toBe('active');
    expect((await atProvider(app, subscriptionId)).subscriptions).toEqual(['active']);
  });

  it('is done where the time for the payment has run out meanwhile, known here or not', async () => {
    const { ada, subscriptionId } = await begin();
    app.clock.advance(24 * 3_600_000);
    const later = await signIn(app, ada);
    expectDone(await abandon(subscriptionId, later));
    expect((await readSubscription(app, subscriptionId, later)).status).toBe('canceled');

    const other = await begin();
    const afterwards = await passTime(app, 24 * 3_600_000, other.ada);
    expect((await readSubscription(app, other.subscriptionId, afterwards)).status).toBe('canceled');
    expectDone(await abandon(other.subscriptionId, afterwards));
  });

  it('answers the same key as at first, and another request with billing/key-reused', async () => {
    const { ada, subscriptionId } = await begin();
    const headers = { 'idempotency-key': 'key' };
    const send = (id: string) =>
      callable(app, 'abandonSubscription', { ...ada, data: { subscriptionId: id }, headers });
    expectDone(await send(subscriptionId));
    const data = { planId: 'pro', billingInfo: billingInfo('pm_card_authenticationRequired') };
    const another = expectDone(await callable(app, 'createSubscription', { ...ada, data }));
    expectRefusal(await send(String(another.subscriptionId)), 'billing/key-reused');
  });

  it('refuses with subscription/frozen while somebody claims the project', async () => {
    const { ada, subscriptionId } = await begin();
    await plantClaim(app, subscriptionId, ada);
    expectRefusal(await abandon(subscriptionId, ada), 'subscription/frozen');
  });

  it('refuses while another change is open with billing/under-way', async () => {
    const { ada, subscriptionId } = await begin();
    await openIntent(app, subscriptionId, ada);
    expectRefusal(await abandon(subscriptionId, ada), 'billing/under-way');
    expect((await readSubscription(app, subscriptionId, ada)).status).toBe('incomplete');
  });

  it('refuses with billing/provider-unavailable, and ends by itself once the provider answers', async () => {
    const { ada, subscriptionId } = await begin();
    const answer = await withoutProvider(app, () => abandon(subscriptionId, ada));
    expectRefusal(answer, 'billing/provider-unavailable');
    const later = await passTime(app, 60_000, ada);
    expect((await readSubscription(app, subscriptionId, later)).status).toBe('canceled');
    expect((await atProvider(app, subscriptionId)).subscriptions).toEqual(['incomplete_expired']);
  });

  it('is for the owner alone', async () => {
    const { subscriptionId } = await begin();
    const joan = await createPerson(app);
    await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await abandon(subscriptionId, joan), 'access/denied');
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const { idToken, ...joan } = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, { ...joan, idToken });
    await sql`
      insert into billing_accounts (subscription_id, customer_id, provider_subscription_id)
      values (${subscriptionId}, 'cus_elsewhere', 'sub_elsewhere')`.execute(own.db);
    await setStatus(own, subscriptionId, 'incomplete');
    const data = { subscriptionId };
    expectRefusal(
      await callable(own, 'abandonSubscription', { data, idToken }),
      'billing/not-set-up',
    );
  });
});

describe('abandonSubscription, asked for what the provider will never do', () => {
  it('refuses with billing/rejected', () =>
    expectRejected(
      'giveUpSubscription',
      async ({ app, idToken, subscriptionId }) => {
        const data = { subscriptionId };
        return await callable(app, 'abandonSubscription', { data, idToken });
      },
      'pm_card_authenticationRequired',
    ));

  it('refuses with billing/payment-processing while a bank decides', () =>
    expectUndecided('abandonSubscription'));
});
