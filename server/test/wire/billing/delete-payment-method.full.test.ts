import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCard,
  atProvider,
  createPaidSubscription,
  expectDone,
  findCards,
  openIntent,
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

describe('deletePaymentMethod', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function begin(): Promise<string> {
    ada = await createPerson(app);
    subscriptionId = await createPaidSubscription(app, ada);
    const [first] = await findCards(app, subscriptionId, ada);
    return first?.id ?? '';
  }

  const remove = (paymentMethodId: string, { idToken } = ada) =>
    callable(app, 'deletePaymentMethod', { data: { subscriptionId, paymentMethodId }, idToken });

  it('removes a card here and at the provider', async () => {
    await begin();
    const second = await addCard(app, { subscriptionId, ...ada });
    expect(expectDone(await remove(second))).toEqual({});
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([{ isDefault: true }]);
    expect((await atProvider(app, subscriptionId)).cards).toEqual(['4242']);
    expectRefusal(await remove(second), 'billing/foreign-card');
  });

  it('keeps the last card of a paid subscription with billing/last-card', async () => {
    const first = await begin();
    expectRefusal(await remove(first), 'billing/last-card');
    expect((await atProvider(app, subscriptionId)).cards).toEqual(['4242']);
    expectDone(await remove(await addCard(app, { subscriptionId, ...ada })));
    expectRefusal(await remove(first), 'billing/last-card');
  });

  it('never leaves a paid subscription without a default card', async () => {
    const first = await begin();
    await addCard(app, { subscriptionId, ...ada });
    expectDone(await remove(first));
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([
      { isDefault: true, card: { last4: '4444' } },
    ]);
  });

  it('removes the last card of a free one', async () => {
    await begin();
    subscriptionId = await createFreeSubscription(app, ada);
    expectDone(await remove(await addCard(app, { subscriptionId, ...ada })));
    expect(await findCards(app, subscriptionId, ada)).toEqual([]);
  });

  it('refuses cards of others with billing/foreign-card', async () => {
    const foreign = await begin();
    const owner = ada;
    const theirs = subscriptionId;
    await begin();
    for (const id of [foreign, 'nothing', 'pm_card_visa']) {
      expectRefusal(await remove(id), 'billing/foreign-card');
    }
    expect(await findCards(app, theirs, owner)).toHaveLength(1);
  });

  it('removes the last card of a canceled one', async () => {
    const first = await begin();
    await setStatus(app, subscriptionId, 'canceled');
    expectDone(await remove(first));
    expect(await findCards(app, subscriptionId, ada)).toEqual([]);
  });

  it('refuses with billing/provider-unavailable while nobody answers', async () => {
    await begin();
    const second = await addCard(app, { subscriptionId, ...ada });
    expectRefusal(await withoutProvider(app, () => remove(second)), 'billing/provider-unavailable');
    expect(await findCards(app, subscriptionId, ada)).toHaveLength(2);
    expectDone(await remove(second));
  });

  it('refuses while another change is open with billing/under-way', async () => {
    await begin();
    const second = await addCard(app, { subscriptionId, ...ada });
    await openIntent(app, subscriptionId, ada);
    expectRefusal(await remove(second), 'billing/under-way');
    expect(await findCards(app, subscriptionId, ada)).toHaveLength(2);
  });

  it('answers the same key as at first; another card by it is billing/key-reused', async () => {
    const first = await begin();
    const second = await addCard(app, { subscriptionId, ...ada });
    const send = (paymentMethodId: string) =>
      callable(app, 'deletePaymentMethod', {
        data: { subscriptionId, paymentMethodId },
        idToken: ada.idToken,
        headers: { 'idempotency-key': 'key' },
      });
    expectDone(await send(second));
    expectDone(await send(second));
    expectRefusal(await send(first), 'billing/key-reused');
  });

  it('leaves one card where both are removed at once', async () => {
    const cards = [await begin(), await addCard(app, { subscriptionId, ...ada })];
    const answers = await Promise.all(cards.map((id) => remove(id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([{ isDefault: true }]);
  });

  it('is for the owner alone', async () => {
    const first = await begin();
    const joan = await createPerson(app);
    await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await remove(first, joan), 'access/owner-only');
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const { idToken, ...joan } = await createPerson(own);
    const subscriptionId = await createFreeSubscription(own, { ...joan, idToken });
    const data = { subscriptionId, paymentMethodId: 'pm_1' };
    expectRefusal(
      await callable(own, 'deletePaymentMethod', { data, idToken }),
      'billing/not-set-up',
    );
  });
});

describe('deletePaymentMethod, asked for what the provider will never do', () => {
  it('refuses with billing/rejected', () =>
    expectRejected('detachCard', async ({ app, idToken, subscriptionId }) => {
      const paymentMethodId = await addCard(app, { subscriptionId, idToken });
      const data = { subscriptionId, paymentMethodId };
      return await callable(app, 'deletePaymentMethod', { data, idToken });
    }));
});
