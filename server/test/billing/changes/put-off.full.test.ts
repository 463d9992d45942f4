import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';
import {
  addCard,
  atProvider,
  billingDetails,
  createPaidSubscription,
  expectDone,
  findCards,
  passTime,
  readSubscription,
  settle,
  weekMs,
} from '../support/payment-scenes.ts';
import { findCustomer, listAtStripe, sendToStripe } from '../support/sandbox.ts';
import { away, createUnrulyProvider } from '../support/unruly-provider.ts';

interface Scene {
  ada: Person;
  readonly subscriptionId: string;
}

const minuteMs = 60_000;

describe('a plan change that is not made at this moment', () => {
  let app: TestApp;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({ payments: wrap });
  });
  afterEach(() => steps.clear());
  afterAll(() => app.close());

  async function begin(): Promise<Scene> {
    const ada = await createPerson(app);
    return { ada, subscriptionId: await createPaidSubscription(app, ada) };
  }

  const call = (name: string, { ada, subscriptionId }: Scene, data: object) => {
    const headers = { 'idempotency-key': `${name}-${subscriptionId}` };
    return callable(app, name, { ...ada, headers, data: { subscriptionId, ...data } });
  };
  const change = (scene: Scene, more: object = {}) =>
    call('changeSubscriptionPlan', scene, { planId: 'enterprise', ...more });
  const choose = async (scene: Scene, paymentMethodId: string) => {
    const { ada, subscriptionId } = scene;
    const data = { subscriptionId, paymentMethodId };
    expectDone(await callable(app, 'setDefaultPaymentMethod', { ...ada, data }));
  };

  /** The renewal has failed. */
  async function beginOwing(): Promise<Scene> {
    const scene = await begin();
    await choose(scene, await addCard(app, { ...scene, ...scene.ada }, '4000 0000 0000 0341'));
    scene.ada = await passTime(app, weekMs + minuteMs, scene.ada);
    return scene;
  }

  async function expectUnchanged({ ada, subscriptionId }: Scene): Promise<void> {
    const { rows } = await sql`
      select id from intents
      where subscription_id = ${subscriptionId} and status = 'open'`.execute(app.db);
    expect(rows).toEqual([]);
    expect(await readSubscription(app, subscriptionId, ada)).toMatchObject({ plan_id: 'pro' });
  }

  it('waits with billing/payment-open until the last invoice is paid', async () => {
    const scene = await beginOwing();
    expectRefusal(await change(scene), 'billing/payment-open');
    await expectUnchanged(scene);

    const { ada, subscriptionId } = scene;
    await choose(scene, await addCard(app, { subscriptionId, ...ada }));
    expectDone(await change(scene));
    await settle(app);
    expect(await readSubscription(app, subscriptionId, ada)).toMatchObject({
      plan_id: 'enterprise',
      status: 'active',
    });
  });

  it('keeps the new card and the new address, and the default card of before', async () => {
    const scene = await beginOwing();
    const { ada, subscriptionId } = scene;
    const before = await findCards(app, subscriptionId, ada);
    const elsewhere = { ...billingDetails, name: 'Ada King' };
    const billingInfo = { billingDetails: elsewhere, paymentMethodId: 'pm_card_mastercard' };
    expectRefusal(await change(scene, { billingInfo }), 'billing/payment-open');
    await expectUnchanged(scene);
    const [newCard, ...others] = (await findCards(app, subscriptionId, ada)).toReversed();
    expect(newCard).toMatchObject({ isDefault: false, card: { last4: '4444' } });
    expect(others.toReversed()).toEqual(before);
    expect((await atProvider(app, subscriptionId)).details).toMatchObject({ name: 'Ada King' });
    const data = { subscriptionId };
    const details = expectDone(await callable(app, 'getBillingDetails', { ...ada, data }));
    expect(details).toMatchObject({ name: 'Ada King' });
  });

  it('is not made after a crash, once its card is no longer the default', async () => {
    const scene = await beginOwing();
    const { ada, subscriptionId } = scene;
    steps.set('setDefaultCard', async (act) => {
      const answer = await act();
      steps.set('setDefaultCard', away);
      return answer;
    });
    const billingInfo = { billingDetails, paymentMethodId: 'pm_card_mastercard' };
    expectRefusal(await change(scene, { billingInfo }), 'billing/provider-unavailable');
    steps.clear();
    const customer = await findCustomer(app, subscriptionId);
    const owed = await listAtStripe(app, `/v1/invoices?status=open&customer=${customer?.id}`);
    await sendToStripe(app, `/v1/invoices/${owed[0]?.id}/pay`, { paid_out_of_band: 'true' });
    await settle(app);
    await expectUnchanged(scene);
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.filter(({ reason }) => reason === 'update')).toEqual([]);
    const cards = await findCards(app, subscriptionId, ada);
    expect(cards.map(({ card, isDefault }) => [card.last4, isDefault])).toEqual([
      ['0341', true],
      ['4242', false],
      ['4444', false],
    ]);
  });

  it('ends with billing/under-way when the week ends meanwhile and no price was shown, and is made when the person asks again', async () => {
    const scene = await begin();
    scene.ada = await passTime(app, weekMs - 3 * minuteMs, scene.ada);
    steps.set('changePrices', async (act) => {
      steps.clear();
      app.clock.advance(5 * minuteMs);
      await app.app.runDue();
      return await act();
    });
    expectRefusal(await change(scene), 'billing/under-way');
    await expectUnchanged(scene);

    const shown = expectDone(await call('previewPlanChange', scene, { planId: 'enterprise' }));
    expectDone(await change(scene, { preview: shown.preview }));
    const { invoices } = await atProvider(app, scene.subscriptionId);
    expect(invoices.map(({ reason, status }) => `${reason} ${status}`)).toEqual([
      'create paid',
      'cycle paid',
      'update paid',
    ]);
  });

  it('is over too when it is gone on with after the week', async () => {
    const scene = await begin();
    scene.ada = await passTime(app, weekMs - 3 * minuteMs, scene.ada);
    steps.set('changePrices', away);
    expectRefusal(await change(scene), 'billing/provider-unavailable');
    steps.clear();
    scene.ada = await passTime(app, 5 * minuteMs, scene.ada);
    await settle(app);
    await expectUnchanged(scene);
    const { invoices } = await atProvider(app, scene.subscriptionId);
    expect(invoices.map(({ reason }) => reason)).toEqual(['create', 'cycle']);
  });
});
