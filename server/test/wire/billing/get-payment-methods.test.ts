import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCard,
  createPaidSubscription,
  expectDone,
  findCards,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('getPaymentMethods', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
    subscriptionId = await createPaidSubscription(app, ada);
  });
  afterAll(() => app.close());

  const get = (id: string, { idToken }: Person) =>
    callable(app, 'getPaymentMethods', { data: { subscriptionId: id }, idToken });

  it('answers the cards, the default one first', async () => {
    const id = await addCard(app, { subscriptionId, ...ada });
    const [visa, mastercard] = await findCards(app, subscriptionId, ada);
    expect(visa).toMatchObject({ isDefault: true, card: { brand: 'visa', last4: '4242' } });
    expect(mastercard).toEqual({
      id,
      isDefault: false,
      card: { brand: 'mastercard', last4: '4444', exp_month: 4, exp_year: 2038 },
      name: 'Ada Lovelace',
    });

    const data = { subscriptionId, paymentMethodId: id };
    const { idToken } = ada;
    expectDone(await callable(app, 'setDefaultPaymentMethod', { data, idToken }));
    const cards = await findCards(app, subscriptionId, ada);
    expect(cards.map(({ card }) => card.last4)).toEqual(['4444', '4242']);
  });

  it('answers none where no card ever was', async () => {
    expect(await findCards(app, await createFreeSubscription(app, ada), ada)).toEqual([]);
  });

  it('refuses with billing/provider-unavailable while nobody answers', async () => {
    const answer = await withoutProvider(app, () => get(subscriptionId, ada));
    expectRefusal(answer, 'billing/provider-unavailable');
    expectDone(await get(subscriptionId, ada));
  });

  it('is for the owner alone', async () => {
    const joan = await createPerson(app);
    expectRefusal(await get(subscriptionId, joan), 'access/denied');
    await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await get(subscriptionId, joan), 'access/owner-only');
  });

  it('refuses with billing/rejected what the provider will never do', () =>
    expectRejected('listCards', async ({ app: own, idToken, subscriptionId }) =>
      callable(own, 'getPaymentMethods', { data: { subscriptionId }, idToken }),
    ));
});
