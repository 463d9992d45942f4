import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';
import {
  atProvider,
  billingDetails,
  createPaidSubscription,
  expectDone,
  findCards,
  listChargeable,
  passTime,
  settle,
} from '../support/payment-scenes.ts';
import { away, createUnrulyProvider, type Step } from '../support/unruly-provider.ts';

const pastLeaseMs = 3 * 60_000;

interface Scene {
  ada: Person;
  readonly subscriptionId: string;
}

/** Steps at which a change with a new card and address may lose the provider. */
const lost: Step[] = ['keepCard', 'setDefaultCard', 'changePrices'];
const ends = new Map<Step, object[]>([
  ['setDefaultCard', [{ status: 'refused' }]],
  ['changePrices', [{ status: 'done' }]],
]);

describe('a plan change with a new card, cut off before the provider has answered', () => {
  let app: TestApp;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({ payments: wrap, logger: false });
  });
  afterEach(() => steps.clear());
  afterAll(() => app.close());

  async function begin(): Promise<Scene> {
    const ada = await createPerson(app);
    return { ada, subscriptionId: await createPaidSubscription(app, ada) };
  }

  function change({ ada, subscriptionId }: Scene, paymentMethodId: string) {
    const details = { ...billingDetails, name: 'Ada King' };
    const billingInfo = { billingDetails: details, paymentMethodId };
    const data = { subscriptionId, planId: 'enterprise', billingInfo };
    const headers = { 'idempotency-key': `change ${subscriptionId}` };
    return callable(app, 'changeSubscriptionPlan', { idToken: ada.idToken, headers, data });
  }

  function cutOffAt(step: Step): void {
    steps.set(step, async (act) => {
      await act();
      return await away();
    });
  }

  async function findDefault({ ada, subscriptionId }: Scene): Promise<string | undefined> {
    const cards = await findCards(app, subscriptionId, ada);
    return cards.find(({ isDefault }) => isDefault)?.card.last4;
  }

  describe.each(lost)('at %s', (step) => {
    it('charges the earlier card when the request is repeated and the new card is declined', async () => {
      const scene = await begin();
      cutOffAt(step);
      const card = 'pm_card_chargeCustomerFail';
      expectRefusal(await change(scene, card), 'billing/provider-unavailable');
      steps.clear();
      expectRefusal(await change(scene, card), 'billing/card-refused', 'Your card was declined.');
      expect(await findDefault(scene)).toBe('4242');
    });

    it('charges the card of before when nobody asks again and the new one is declined', async () => {
      const scene = await begin();
      cutOffAt(step);
      const cut = await change(scene, 'pm_card_chargeCustomerFail');
      expectRefusal(cut, 'billing/provider-unavailable');
      steps.clear();
      scene.ada = await passTime(app, pastLeaseMs, scene.ada);
      expect(await findDefault(scene)).toBe('4242');
      expect((await atProvider(app, scene.subscriptionId)).invoices[0]?.status).toBe('paid');
    });

    it('ends when the project was linked to its subscription again before the repeat', async () => {
      const scene = await begin();
      cutOffAt(step);
      expectRefusal(await change(scene, 'pm_card_mastercard'), 'billing/provider-unavailable');
      steps.clear();
      await sql`update billing_accounts set provider_subscription_id = null
        where subscription_id = ${scene.subscriptionId}`.execute(app.db);
      scene.ada = await passTime(app, pastLeaseMs, scene.ada);
      // The first run links the subscription, and the second finds that it has the prices.
      scene.ada = await passTime(app, pastLeaseMs, scene.ada);
      const { rows } = await sql`select status from intents
        where subscription_id = ${scene.subscriptionId} and kind = 'change-plan'`.execute(app.db);
      expect(rows).toEqual(ends.get(step) ?? []);
      expect(await listChargeable(app, scene.ada)).toHaveLength(1);
    });

    it('charges the new card once when the request is repeated', async () => {
      const scene = await begin();
      cutOffAt(step);
      expectRefusal(await change(scene, 'pm_card_mastercard'), 'billing/provider-unavailable');
      steps.clear();
      expectDone(await change(scene, 'pm_card_mastercard'));
      await settle(app);
      expect(await findDefault(scene)).toBe('4444');
      const { invoices, details } = await atProvider(app, scene.subscriptionId);
      expect(invoices.map(({ reason, status }) => `${reason} ${status}`)).toEqual([
        'create paid',
        'update paid',
      ]);
      expect(details).toMatchObject({ name: 'Ada King' });
    });
  });
});
