import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCardLimits } from '../../billing/support/card-limits.ts';
import {
  addCard,
  atProvider,
  createPaidSubscription,
  dayMs,
  expectDone,
  findCards,
  openIntent,
  passTime,
  readSubscription,
  weekMs,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember, setStatus } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

const failing = '4000 0000 0000 0341';

describe('setDefaultPaymentMethod', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function begin(): Promise<void> {
    ada = await createPerson(app);
    subscriptionId = await createPaidSubscription(app, ada);
  }

  const add = (number: string) => addCard(app, { subscriptionId, ...ada }, number);
  const setDefault = (paymentMethodId: unknown, { idToken } = ada) =>
    callable(app, 'setDefaultPaymentMethod', {
      data: { subscriptionId, paymentMethodId },
      idToken,
    });
  const statusOf = async () => (await readSubscription(app, subscriptionId, ada)).status;
  const readNextInvoice = async () => {
    const { idToken } = ada;
    const summary = await callable(app, 'getBillingSummary', { data: { subscriptionId }, idToken });
    return (expectDone(summary) as { next_invoice: unknown }).next_invoice;
  };
  const pass = async (ms: number) => {
    ada = await passTime(app, ms, ada);
  };

  /** A renewal that no card could pay. */
  async function failRenewal(): Promise<void> {
    await begin();
    expectDone(await setDefault(await add(failing)));
    await pass(weekMs + 60_000);
    expect(await statusOf()).toBe('past_due');
  }

  it('chooses what the next renewal charges, not only what is shown', async () => {
    await failRenewal();
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'open']);
  });

  it('pays what is owed with the new card at once, and the subscription recovers', async () => {
    await failRenewal();
    const good = await add('5555 5555 5555 4444');
    expect(await statusOf()).toBe('past_due');

    expectDone(await setDefault(good));

    expect(await statusOf()).toBe('active');
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.map(({ status, due }) => [status, due])).toEqual([
      ['paid', 1_000],
      ['paid', 1_000],
    ]);
    await pass(weekMs);
    expect((await atProvider(app, subscriptionId)).invoices).toHaveLength(3);
  });

  it('refuses with billing/preview-outdated where another sum is owed than was shown', async () => {
    await failRenewal();
    const paymentMethodId = await add('5555 5555 5555 4444');
    const dueNow = { amount: 2_000, currency: 'usd' };
    const data = { subscriptionId, paymentMethodId, dueNow };
    const answer = await callable(app, 'setDefaultPaymentMethod', { data, idToken: ada.idToken });
    expectRefusal(answer, 'billing/preview-outdated');
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'open']);
  });

  it('keeps a card that cannot pay either, is unpaid after the retries, and recovers even then', async () => {
    await failRenewal();
    const [good] = (await findCards(app, subscriptionId, ada)).filter((one) => !one.isDefault);
    expectDone(await setDefault(await add(failing)));
    expect(await statusOf()).toBe('past_due');
    await pass(3 * dayMs);
    await pass(5 * dayMs);
    expect(await statusOf()).toBe('past_due');
    await pass(7 * dayMs);
    expect(await statusOf()).toBe('unpaid');
    expect(await readNextInvoice()).toBeNull();

    expectDone(await setDefault(good?.id));
    expect(await statusOf()).toBe('active');
    expect(await readNextInvoice()).not.toBeNull();
    expect((await atProvider(app, subscriptionId)).subscriptions).toEqual(['active']);
  });

  it('is retried by itself with the card that is the default by then', async () => {
    await failRenewal();
    const [good] = (await findCards(app, subscriptionId, ada)).filter((one) => !one.isDefault);
    expectDone(await setDefault(good?.id));
    await pass(3 * dayMs);
    expect(await statusOf()).toBe('active');
    expect((await atProvider(app, subscriptionId)).invoices).toHaveLength(2);
  });

  it('pays what is owed before the free plan can be chosen', async () => {
    await failRenewal();
    const toFree = () => {
      const data = { subscriptionId, planId: 'free' };
      return callable(app, 'changeSubscriptionPlan', { data, idToken: ada.idToken });
    };
    expectRefusal(await toFree(), 'billing/payment-open');
    const owed = await atProvider(app, subscriptionId);
    expect(owed.invoices.map(({ status }) => status)).toEqual(['paid', 'open']);

    expectDone(await setDefault(await add('5555 5555 5555 4444')));
    expectDone(await toFree());
    const paid = await atProvider(app, subscriptionId);
    expect(paid.invoices.map(({ status }) => status).slice(0, 2)).toEqual(['paid', 'paid']);
    await pass(2 * weekMs);
    expect(await statusOf()).toBe('active');
  });

  it('refuses cards of others, and those that are none, with billing/foreign-card', async () => {
    await begin();
    const others = await createPaidSubscription(app, await createPerson(app));
    const mine = subscriptionId;
    const joan = await createPerson(app);
    subscriptionId = await createPaidSubscription(app, joan);
    const foreign = await addCard(app, { subscriptionId, ...joan });
    subscriptionId = mine;
    for (const id of [foreign, 'pm_card_visa', 'nothing', others]) {
      expectRefusal(await setDefault(id), 'billing/foreign-card');
    }
    expectRefusal(await setDefault(''), 'request/invalid');
    subscriptionId = await createFreeSubscription(app, ada);
    expectRefusal(await setDefault(foreign), 'billing/foreign-card');
  });

  it('refuses with subscription/canceled', async () => {
    await begin();
    const [card] = await findCards(app, subscriptionId, ada);
    await setStatus(app, subscriptionId, 'canceled');
    expectRefusal(await setDefault(card?.id), 'subscription/canceled');
  });

  it('refuses with billing/provider-unavailable while nobody answers', async () => {
    await begin();
    const id = await add('5555 5555 5555 4444');
    const answer = await withoutProvider(app, () => setDefault(id));
    expectRefusal(answer, 'billing/provider-unavailable');
    const [first] = await findCards(app, subscriptionId, ada);
    expect(first?.card.last4).toBe('4242');
    expectDone(await setDefault(id));
  });

  it('refuses while another change is open with billing/under-way', async () => {
    await begin();
    const id = await add('5555 5555 5555 4444');
    await openIntent(app, subscriptionId, ada);
    expectRefusal(await setDefault(id), 'billing/under-way');
    const [first] = await findCards(app, subscriptionId, ada);
    expect(first?.card.last4).toBe('4242');
  });

  it('answers the same key as at first; another card by it is billing/key-reused', async () => {
    await begin();
    const second = await add('5555 5555 5555 4444');
    const headers = { 'idempotency-key': 'key' };
    const send = (paymentMethodId = second) =>
      callable(app, 'setDefaultPaymentMethod', {
        data: { subscriptionId, paymentMethodId },
        idToken: ada.idToken,
        headers,
      });
    expectDone(await send());
    const first = (await findCards(app, subscriptionId, ada)).find((one) => !one.isDefault);
    expectRefusal(await send(first?.id ?? ''), 'billing/key-reused');
    expectDone(await setDefault(first?.id));
    expectDone(await send());
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([{ id: first?.id }, {}]);
  });

  it('goes back and forth within a minute without a key', async () => {
    await begin();
    const second = await add('5555 5555 5555 4444');
    const [first] = await findCards(app, subscriptionId, ada);
    for (const id of [second, first?.id, second]) {
      expectDone(await setDefault(id));
    }
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([{ id: second }, {}]);
  });

  it('is for the owner alone', async () => {
    await begin();
    const [card] = await findCards(app, subscriptionId, ada);
    const joan = await createPerson(app);
    await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await setDefault(card?.id, joan), 'access/owner-only');
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const { idToken, ...joan } = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, { ...joan, idToken });
    const data = { subscriptionId, paymentMethodId: 'pm_1' };
    expectRefusal(
      await callable(own, 'setDefaultPaymentMethod', { data, idToken }),
      'billing/not-set-up',
    );
  });
});

describe('setDefaultPaymentMethod, asked for what the provider will never do', () => {
  it('refuses with billing/rejected', () =>
    expectRejected('setDefaultCard', async ({ app, idToken, subscriptionId }) => {
      const paymentMethodId = await addCard(app, { subscriptionId, idToken });
      const data = { subscriptionId, paymentMethodId };
      return await callable(app, 'setDefaultPaymentMethod', { data, idToken });
    }));

  it('stops by billing/too-many-attempts and by billing/verification-required', () =>
    expectCardLimits('setDefaultPaymentMethod'));
});
