import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCardLimits } from '../../billing/support/card-limits.ts';
import {
  addCard,
  answerChallenge,
  atProvider,
  billingInfo,
  createPaidSubscription,
  dayMs,
  expectDone,
  openIntent,
  passTime,
  readSubscription,
  weekMs,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { turnCards } from '../../billing/support/sandbox.ts';
import { expectUndecided } from '../../billing/support/undecided-payment.ts';
import { createUnrulyProvider, expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('resumePayment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const asking = billingInfo('pm_card_authenticationRequired');
  const resume = (subscriptionId: string, { idToken }: Person, more = {}) =>
    callable(app, 'resumePayment', { data: { subscriptionId, ...more }, idToken });

  async function needsConfirmation(subscriptionId: string, { idToken }: Person) {
    const answer = await callable(app, 'getBillingSummary', { data: { subscriptionId }, idToken });
    return expectDone(answer).needs_confirmation;
  }

  async function begin() {
    const ada = await createPerson(app);
    const data = { planId: 'pro', billingInfo: asking };
    const answer = await callable(app, 'createSubscription', { data, idToken: ada.idToken });
    const { subscriptionId, clientSecret } = expectDone(answer);
    return { ada, subscriptionId: String(subscriptionId), clientSecret: String(clientSecret) };
  }

  it('answers the secret of a first payment again, and it can be finished', async () => {
    const { ada, subscriptionId, clientSecret } = await begin();
    const answer = expectDone(await resume(subscriptionId, ada));
    expect(answer).toEqual({ clientSecret });
    await answerChallenge(app, String(answer.clientSecret), true);
    await app.app.runJobs();
    expect((await readSubscription(app, subscriptionId, ada)).status).toBe('active');
    expectRefusal(await resume(subscriptionId, ada), 'billing/nothing-to-pay');
  });

  it('refuses with billing/card-missing where something is owed and no card is there', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    await sql`update subscriptions set status = 'past_due' where id = ${subscriptionId}`.execute(
      app.db,
    );
    await sql`
      update billing_accounts set card = null
      where subscription_id = ${subscriptionId}`.execute(app.db);
    expectRefusal(await resume(subscriptionId, ada), 'billing/card-missing');
  });

  it('answers the secret of a plan change that waits, from a free and from a paid plan', async () => {
    const ada = await createPerson(app);
    const { idToken } = ada;
    const free = await createFreeSubscription(app, ada);
    const paid = await createPaidSubscription(app, ada);
    for (const subscriptionId of [free, paid]) {
      const data = { subscriptionId, planId: 'enterprise', billingInfo: asking };
      const change = expectDone(await callable(app, 'changeSubscriptionPlan', { data, idToken }));
      expect(change.clientSecret).toMatch(/^pi_/);
      expect(expectDone(await resume(subscriptionId, ada))).toEqual(change);
      expect(await needsConfirmation(subscriptionId, ada)).toBe(true);

      await answerChallenge(app, String(change.clientSecret), true);
      await app.app.runJobs();
      expect(await needsConfirmation(subscriptionId, ada)).toBe(false);
    }
  });

  it('asks the bank again after the person said no', async () => {
    const { ada, subscriptionId, clientSecret } = await begin();
    await answerChallenge(app, clientSecret, false);
    await app.app.runJobs();
    const again = String(expectDone(await resume(subscriptionId, ada)).clientSecret);
    expect(expectDone(await resume(subscriptionId, ada))).toEqual({ clientSecret: again });
    await answerChallenge(app, again, true);
    await app.app.runJobs();
    expect((await readSubscription(app, subscriptionId, ada)).status).toBe('active');
  });

  /** A renewal that the default card did not pay. */
  async function owe() {
    const ada = await createPerson(app);
    const { idToken } = ada;
    const subscriptionId = await createPaidSubscription(app, ada);
    const paymentMethodId = await addCard(app, { subscriptionId, idToken }, '4000 0000 0000 0341');
    const data = { subscriptionId, paymentMethodId };
    expectDone(await callable(app, 'setDefaultPaymentMethod', { data, idToken }));
    const later = await passTime(app, weekMs + dayMs, ada);
    expect((await readSubscription(app, subscriptionId, later)).status).toBe('past_due');
    return { ada: later, subscriptionId };
  }

  it('pays what is owed with the default card, and answers no secret where no bank asks', async () => {
    const { ada, subscriptionId } = await owe();
    await turnCards(app, subscriptionId, 'pm_card_visa');
    expect(expectDone(await resume(subscriptionId, ada))).toEqual({});
    expect((await readSubscription(app, subscriptionId, ada)).status).toBe('active');
    expectRefusal(await resume(subscriptionId, ada), 'billing/nothing-to-pay');
  });

  it('charges the shown sum once, and refuses with billing/preview-outdated any other', async () => {
    const { ada, subscriptionId } = await owe();
    const later = await passTime(app, weekMs, ada);
    const data = { subscriptionId };
    const summary = await callable(app, 'getBillingSummary', { data, idToken: later.idToken });
    expect(expectDone(summary)).toMatchObject({ owed: { amount: 2_000, currency: 'usd' } });
    await turnCards(app, subscriptionId, 'pm_card_visa');
    const pay = (amount: number) =>
      resume(subscriptionId, later, { dueNow: { amount, currency: 'usd' } });
    const collected = async () =>
      (await atProvider(app, subscriptionId)).invoices
        .filter(({ status }) => status === 'paid')
        .reduce((sum, { due }) => sum + Number(due), 0);

    expectRefusal(await pay(1_000), 'billing/preview-outdated');
    expect(await collected()).toBe(1_000);

    expect(expectDone(await pay(2_000))).toEqual({});
    expect((await readSubscription(app, subscriptionId, later)).status).toBe('active');
    expectRefusal(await pay(2_000), 'billing/nothing-to-pay');
    expect(await collected()).toBe(3_000);
  });

  it('refuses with billing/card-refused, in the provider’s words, a card that cannot pay', async () => {
    const { ada, subscriptionId } = await owe();
    const refused = await resume(subscriptionId, ada);
    expectRefusal(refused, 'billing/card-refused', 'Your card was declined.');
  });

  it('shows what was paid before a card was refused', async () => {
    const unruly = createUnrulyProvider();
    const own = await createOwnTestApp({ payments: unruly.wrap });
    const ada = await createPerson(own);
    const subscriptionId = await createPaidSubscription(own, ada);
    await turnCards(own, subscriptionId, 'pm_card_chargeCustomerFail');
    const later = await passTime(own, weekMs + dayMs, ada);
    expect((await readSubscription(own, subscriptionId, later)).status).toBe('past_due');
    await turnCards(own, subscriptionId, 'pm_card_visa');
    // Stripe does this where an older invoice is paid and the next one refused.
    unruly.steps.set('payOpenInvoice', async (act) => {
      await act();
      return { outcome: 'declined', message: 'Your card was declined.' };
    });

    const data = { subscriptionId };
    const refused = await callable(own, 'resumePayment', { data, idToken: later.idToken });

    expectRefusal(refused, 'billing/card-refused', 'Your card was declined.');
    expect((await readSubscription(own, subscriptionId, later)).status).toBe('active');
  });

  it('refuses with billing/nothing-to-pay where nothing waits', async () => {
    const ada = await createPerson(app);
    expectRefusal(
      await resume(await createFreeSubscription(app, ada), ada),
      'billing/nothing-to-pay',
    );
    expectRefusal(
      await resume(await createPaidSubscription(app, ada), ada),
      'billing/nothing-to-pay',
    );
    const scene = await begin();
    const later = await passTime(app, dayMs, scene.ada);
    expectRefusal(await resume(scene.subscriptionId, later), 'billing/nothing-to-pay');
  });

  it('tells a new owner nothing of a payment that waits for the old one', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const { idToken } = ada;
    const subscriptionId = await createFreeSubscription(app, ada);
    await addMember(app, { subscriptionId, uid: grace.uid, permissions: ['access', 'admin'] });
    const change = { subscriptionId, planId: 'enterprise', billingInfo: asking };
    expectDone(await callable(app, 'changeSubscriptionPlan', { data: change, idToken }));
    const data = { subscriptionId, newOwnerId: grace.uid };
    expectDone(await callable(app, 'transferSubscriptionOwnership', { data, idToken }));
    expectRefusal(await resume(subscriptionId, grace), 'billing/nothing-to-pay');
  });

  it('refuses with billing/under-way while the old owner’s cards are being taken away', async () => {
    const { ada, subscriptionId, clientSecret } = await begin();
    const leased = new Date(app.clock.now().getTime() + 60_000);
    await openIntent(app, subscriptionId, ada);
    expect(expectDone(await resume(subscriptionId, ada))).toEqual({ clientSecret });
    await sql`
      update intents set kind = 'forget-payer', leased_until = ${leased}
      where id = ${`open-${subscriptionId}`}`.execute(app.db);
    expectRefusal(await resume(subscriptionId, ada), 'billing/under-way');
  });

  it('refuses with billing/provider-unavailable while nobody answers', async () => {
    const { ada, subscriptionId, clientSecret } = await begin();
    const answer = await withoutProvider(app, () => resume(subscriptionId, ada));
    expectRefusal(answer, 'billing/provider-unavailable');
    expect(expectDone(await resume(subscriptionId, ada))).toEqual({ clientSecret });
  });

  it('is for the owner alone', async () => {
    const [ada, joan] = [await createPerson(app), await createPerson(app)];
    const subscriptionId = await createPaidSubscription(app, ada);
    await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await resume(subscriptionId, joan), 'access/owner-only');
    const incomplete = await begin();
    expectRefusal(await resume(incomplete.subscriptionId, joan), 'access/denied');
    expectRefusal(await resume(subscriptionId, ada, { customer: 'cus_1' }), 'request/invalid');
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const { idToken, ...joan } = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, { ...joan, idToken });
    await sql`
      insert into billing_accounts (subscription_id, customer_id, provider_subscription_id)
      values (${subscriptionId}, 'cus_elsewhere', 'sub_elsewhere')`.execute(own.db);
    const data = { subscriptionId };
    expectRefusal(await callable(own, 'resumePayment', { data, idToken }), 'billing/not-set-up');
  });

  it('refuses with billing/rejected what the provider will never do', () =>
    expectRejected('readSubscription', async ({ app: own, idToken, subscriptionId }) =>
      callable(own, 'resumePayment', { data: { subscriptionId }, idToken }),
    ));

  it('stops by billing/too-many-attempts and by billing/verification-required', () =>
    expectCardLimits('resumePayment'));

  it('refuses with billing/payment-processing while a bank decides', () =>
    expectUndecided('resumePayment'));
});
