import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCard,
  answerChallenge,
  atProvider,
  billingDetails,
  billingInfo,
  createPaidSubscription,
  expectDone,
  openIntent,
  passTime,
  readSubscription,
  settle,
  weekMs,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { expectUndecided } from '../../billing/support/undecided-payment.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember } from '../../harness/factories.ts';
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

describe('cancelSubscription', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function begin(): Promise<string> {
    ada = await createPerson(app);
    return await createPaidSubscription(app, ada);
  }

  const call = (name: string, data: object, key?: string) =>
    callable(app, name, {
      data,
      idToken: ada.idToken,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const cancel = (subscriptionId: string, key?: string, confirmationId = subscriptionId) =>
    call('cancelSubscription', { subscriptionId, confirmationId }, key);
  const statusOf = async (id: string) => (await readSubscription(app, id, ada)).status;

  it('charged subscription: ends it immediately, without another charge', async () => {
    const id = await begin();
    expect(expectDone(await cancel(id))).toEqual({});
    expect(await statusOf(id)).toBe('canceled');
    expect((await atProvider(app, id)).subscriptions).toEqual(['canceled']);
    ada = await passTime(app, 2 * weekMs, ada);
    expect((await atProvider(app, id)).invoices).toHaveLength(1);
    expect(await statusOf(id)).toBe('canceled');
  });

  it('free subscription, unknown to the provider: ends it', async () => {
    ada = await createPerson(app);
    const id = await createFreeSubscription(app, ada);
    expectDone(await cancel(id));
    expect(await statusOf(id)).toBe('canceled');
  });

  it('ends a first payment that waits too', async () => {
    ada = await createPerson(app);
    const id = await createFreeSubscription(app, ada);
    const card = billingInfo('pm_card_authenticationRequired');
    const data = { subscriptionId: id, planId: 'pro', billingInfo: card };
    const { clientSecret } = expectDone(await call('changeSubscriptionPlan', data));
    expectDone(await cancel(id));
    await answerChallenge(app, String(clientSecret), true);
    await settle(app);
    expect(await statusOf(id)).toBe('canceled');
    const { subscriptions, invoices } = await atProvider(app, id);
    expect(subscriptions).toEqual(['incomplete_expired']);
    expect(invoices).toMatchObject([{ status: 'void' }]);
  });

  it.each([[''], ['other'], [' ']])(
    'refuses the typed id "%s" with billing/wrong-confirmation',
    async (typed) => {
      const id = await begin();
      expectRefusal(await cancel(id, undefined, typed), 'billing/wrong-confirmation');
      expectRefusal(
        await cancel(id, undefined, `${id}${typed || 'x'}`),
        'billing/wrong-confirmation',
      );
      expect(await statusOf(id)).toBe('active');
    },
  );

  it('answers the same key as at first, and is refused with subscription/canceled later', async () => {
    const id = await begin();
    const first = await cancel(id, 'key');
    expectDone(first);
    expect((await cancel(id, 'key')).body).toBe(first.body);
    expectRefusal(await cancel(id, 'other'), 'subscription/canceled');
    const other = await createPaidSubscription(app, ada, 'enterprise');
    expectRefusal(await cancel(other, 'key'), 'billing/key-reused');
    expect(await statusOf(other)).toBe('active');
    expectDone(await cancel(other));
    expectDone(await cancel(other));
    app.clock.advance(61_000);
    expectRefusal(await cancel(other), 'subscription/canceled');
  });

  it('refuses with subscription/frozen while somebody claims the project', async () => {
    const id = await begin();
    await plantClaim(app, id, ada);
    expectRefusal(await cancel(id), 'subscription/frozen');
    expect((await atProvider(app, id)).subscriptions).toEqual(['active']);
  });

  it('refuses while another change is open with billing/under-way', async () => {
    const id = await begin();
    await openIntent(app, id, ada);
    expectRefusal(await cancel(id), 'billing/under-way');
    expect((await atProvider(app, id)).subscriptions).toEqual(['active']);
  });

  it('refuses with billing/provider-unavailable, and ends by itself once the provider answers', async () => {
    const id = await begin();
    const answer = await withoutProvider(app, () => cancel(id, 'key'));
    expectRefusal(answer, 'billing/provider-unavailable');
    expect(await statusOf(id)).toBe('active');
    ada = await passTime(app, 60_000, ada);
    await settle(app);
    expect(await statusOf(id)).toBe('canceled');
    expect((await atProvider(app, id)).subscriptions).toEqual(['canceled']);
    expectDone(await cancel(id, 'key'));
  });

  it('leaves no billing action, but that its card can be deleted', async () => {
    const id = await begin();
    const [own] = (await call('getPaymentMethods', { subscriptionId: id })).json().data
      .paymentMethods;
    expectDone(await cancel(id));
    const actions = {
      changeSubscriptionPlan: { planId: 'enterprise' },
      previewPlanChange: { planId: 'enterprise' },
      createSetupIntent: {},
      setDefaultPaymentMethod: { paymentMethodId: own.id },
      updateBillingDetails: billingDetails,
    };
    for (const [name, data] of Object.entries(actions)) {
      const answer = await call(name, { subscriptionId: id, ...data });
      expectRefusal(answer, 'subscription/canceled');
    }
    for (const name of ['resumePayment', 'abandonSubscription']) {
      expectRefusal(await call(name, { subscriptionId: id }), 'billing/nothing-to-pay');
    }
    expect(await atProvider(app, id)).toMatchObject({ cards: ['4242'] });
    const card = { subscriptionId: id, paymentMethodId: own.id };
    expectDone(await call('deletePaymentMethod', card));
    expect(await atProvider(app, id)).toMatchObject({ cards: [] });
  });

  it('is for the owner alone', async () => {
    const id = await begin();
    ada = await createPerson(app);
    await addMember(app, { subscriptionId: id, uid: ada.uid, permissions: ['access', 'admin'] });
    expectRefusal(await cancel(id), 'access/owner-only');
    expect(await statusOf(id)).toBe('active');
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const { idToken, ...joan } = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, { ...joan, idToken });
    await sql`
      insert into billing_accounts (subscription_id, customer_id, provider_subscription_id)
      values (${subscriptionId}, 'cus_elsewhere', 'sub_elsewhere')`.execute(own.db);
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectRefusal(
      await callable(own, 'cancelSubscription', { data, idToken }),
      'billing/not-set-up',
    );
  });
});

describe('cancelSubscription at the end of the period', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp({ product: { billing: { cancel: 'ask', promotionCodes: false } } });
  });
  afterAll(() => app.close());

  async function begin(): Promise<string> {
    ada = await createPerson(app);
    return await createPaidSubscription(app, ada);
  }

  const send = (data: object, key?: string) =>
    callable(app, 'cancelSubscription', {
      data,
      idToken: ada.idToken,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const endLater = (subscriptionId: string, key?: string) =>
    send({ subscriptionId, when: 'period-end' }, key);
  const read = (id: string) => readSubscription(app, id, ada);

  it('keeps it running until then, and charges nothing more', async () => {
    const id = await begin();
    expect(expectDone(await endLater(id))).toEqual({});
    expect(await read(id)).toMatchObject({ status: 'active', cancel_at: expect.any(String) });
    ada = await passTime(app, weekMs - 60_000, ada);
    expect(await read(id)).toMatchObject({ status: 'active' });
    ada = await passTime(app, 120_000, ada);
    const ended = await read(id);
    expect(ended).toMatchObject({ status: 'canceled' });
    expect(ended).not.toHaveProperty('cancel_at');
    expect((await atProvider(app, id)).subscriptions).toEqual(['canceled']);
    expect((await atProvider(app, id)).invoices).toHaveLength(1);
  });

  it('ends immediately where that is asked for afterwards, with the typed id', async () => {
    const id = await begin();
    expectDone(await endLater(id));
    expectRefusal(await send({ subscriptionId: id }), 'billing/wrong-confirmation');
    expectRefusal(await send({ subscriptionId: id, when: 'now' }), 'billing/wrong-confirmation');
    expectDone(await send({ subscriptionId: id, confirmationId: id, when: 'now' }));
    expect(await read(id)).toMatchObject({ status: 'canceled' });
  });

  it('ends immediately where the request does not say when, whatever the configuration', async () => {
    const own = await createOwnTestApp({
      product: { billing: { cancel: 'period-end', promotionCodes: false } },
    });
    const joan = await createPerson(own);
    const subscriptionId = await createPaidSubscription(own, joan);
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(own, 'cancelSubscription', { ...joan, data }));
    expect(await readSubscription(own, subscriptionId, joan)).toMatchObject({ status: 'canceled' });
  });

  it('refuses a typed id that is another one with billing/wrong-confirmation', async () => {
    const id = await begin();
    const data = { subscriptionId: id, confirmationId: 'other', when: 'period-end' };
    expectRefusal(await send(data), 'billing/wrong-confirmation');
  });

  it('refuses where the configuration has all end immediately with subscription/only-now', async () => {
    const own = await createOwnTestApp({});
    const joan = await createPerson(own);
    const subscriptionId = await createPaidSubscription(own, joan);
    const data = { subscriptionId, when: 'period-end' };
    const answer = await callable(own, 'cancelSubscription', { ...joan, data });
    expectRefusal(answer, 'subscription/only-now');
  });

  it('refuses where nothing is charged with subscription/nothing-to-end', async () => {
    ada = await createPerson(app);
    const free = await createFreeSubscription(app, ada);
    expectRefusal(await endLater(free), 'subscription/nothing-to-end');
    const buy = { planId: 'pro', billingInfo: billingInfo('pm_card_authenticationRequired') };
    const waiting = await callable(app, 'createSubscription', { ...ada, data: buy });
    const { subscriptionId } = expectDone(waiting);
    expectRefusal(await endLater(String(subscriptionId)), 'subscription/nothing-to-end');
  });

  it('refuses while a renewal is owed with billing/payment-open, known here or not', async () => {
    const id = await begin();
    const { idToken } = ada;
    const cardId = await addCard(app, { subscriptionId: id, idToken }, '4000 0000 0000 0341');
    const data = { subscriptionId: id, paymentMethodId: cardId };
    expectDone(await callable(app, 'setDefaultPaymentMethod', { ...ada, data }));
    app.clock.advance(weekMs);
    ada = await signIn(app, ada);
    await app.app.runDue();
    expectRefusal(await endLater(id, 'key'), 'billing/payment-open');
    await settle(app);
    expect(await read(id)).toMatchObject({ status: 'past_due' });
    expectRefusal(await endLater(id, 'key'), 'billing/payment-open');
  });

  it('refuses with subscription/frozen while somebody claims the project', async () => {
    const id = await begin();
    await plantClaim(app, id, ada);
    expectRefusal(await endLater(id, 'key'), 'subscription/frozen');
  });

  it('answers the same key as at first; a new request is refused with subscription/ending', async () => {
    const id = await begin();
    expectDone(await endLater(id, 'key'));
    expectDone(await endLater(id, 'key'));
    expectRefusal(await endLater(id, 'other'), 'subscription/ending');
    const other = await createPaidSubscription(app, ada);
    expectRefusal(await endLater(other, 'key'), 'billing/key-reused');
  });

  it('answers billing/provider-unavailable, and is done once the provider answers', async () => {
    const id = await begin();
    const answer = await withoutProvider(app, () => endLater(id, 'key'));
    expectRefusal(answer, 'billing/provider-unavailable');
    expect(await read(id)).not.toHaveProperty('cancel_at');
    ada = await passTime(app, 60_000, ada);
    await settle(app);
    expect(await read(id)).toHaveProperty('cancel_at');
    expectDone(await endLater(id, 'key'));
  });

  it('is given up where the provider does not answer until the next renewal', async () => {
    const id = await begin();
    await withoutProvider(app, async () => {
      expectRefusal(await endLater(id, 'key'), 'billing/provider-unavailable');
    });
    app.clock.advance(21 * 3_600_000);
    await settle(app);
    ada = await signIn(app, ada);
    expect(await read(id)).not.toHaveProperty('cancel_at');
    expectRefusal(await endLater(id, 'key'), 'billing/rejected');
  });

  it('is for the owner alone', async () => {
    const id = await begin();
    ada = await createPerson(app);
    await addMember(app, { subscriptionId: id, uid: ada.uid, permissions: ['access', 'admin'] });
    expectRefusal(await endLater(id), 'access/owner-only');
  });
});

describe('cancelSubscription, asked for what the provider will never do', () => {
  it('refuses with billing/rejected', () =>
    expectRejected('endSubscription', async ({ app, idToken, subscriptionId }) => {
      const data = { subscriptionId, confirmationId: subscriptionId };
      return await callable(app, 'cancelSubscription', { data, idToken });
    }));

  it('refuses with billing/payment-processing while a bank decides', () =>
    expectUndecided('cancelSubscription'));
});
