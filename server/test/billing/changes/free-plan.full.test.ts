import type * as contract from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { kindsMailed } from '../support/money-mails.ts';
import {
  addCard,
  answerChallenge,
  atProvider,
  billingDetails,
  billingInfo,
  createPaidSubscription,
  dayMs,
  expectDone,
  findAtProvider,
  findCards,
  passTime,
  readSubscription,
  settle,
  weekMs,
} from '../support/payment-scenes.ts';
import { createUnrulyProvider } from '../support/unruly-provider.ts';

interface Scene {
  ada: Person;
  readonly subscriptionId: string;
}

describe('a project on Free that never paid', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({});
  });
  afterAll(() => app.close());

  it('pays with the card and the address that were saved on Free', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    const ask = (name: string, data: object) =>
      callable(app, name, { data: { subscriptionId, ...data }, idToken: ada.idToken });
    expectDone(await ask('updateBillingDetails', billingDetails));
    expect(expectDone(await ask('getBillingSummary', {}))).toMatchObject({
      card: null,
      needs_billing_info: false,
      needs_card: true,
      needs_details: false,
    });

    await addCard(app, { subscriptionId, ...ada });
    await settle(app);
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([
      { card: { last4: '4444' }, isDefault: true },
    ]);
    expect(expectDone(await ask('getBillingSummary', {}))).toMatchObject({
      card: { last4: '4444' },
      needs_card: false,
    });
    expect(await findDrift(app, subscriptionId)).toEqual([]);

    expectDone(await ask('changeSubscriptionPlan', { planId: 'pro' }));
    await settle(app);
    expect(await readSubscription(app, subscriptionId, ada)).toMatchObject({ plan_id: 'pro' });
    expect(await atProvider(app, subscriptionId)).toMatchObject({ subscriptions: ['active'] });
    expect(await findAtProvider(app, subscriptionId)).toMatchObject({
      details: { name: billingDetails.name, address: { country: billingDetails.address.country } },
    });
  });
});

describe('a project on Free that has paid before', () => {
  let app: TestApp;
  let provider: PaymentProvider;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({
      payments(real) {
        provider = real;
        return wrap(real);
      },
    });
  });
  afterEach(() => steps.clear());
  afterAll(() => app.close());

  async function begin(planId: string): Promise<Scene> {
    const ada = await createPerson(app);
    return { ada, subscriptionId: await createPaidSubscription(app, ada, planId) };
  }

  async function beginFree(): Promise<Scene> {
    const scene = await begin('pro');
    expectDone(await change(scene, 'free'));
    await settle(app);
    return scene;
  }

  const call = (name: string, { ada, subscriptionId }: Scene, data: object) =>
    callable(app, name, { data: { subscriptionId, ...data }, idToken: ada.idToken });
  const change = (scene: Scene, planId: string, more: object = {}) =>
    call('changeSubscriptionPlan', scene, { planId, ...more });
  const read = ({ ada, subscriptionId }: Scene) => readSubscription(app, subscriptionId, ada);
  const planOf = async (scene: Scene) => (await read(scene)).plan_id;

  async function preview(scene: Scene, planId: string) {
    const shown = expectDone(await call('previewPlanChange', scene, { planId }));
    return shown as contract.OutputOf<typeof contract.previewPlanChange>;
  }

  async function endAtProvider({ subscriptionId }: Scene): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select coalesce(provider_subscription_id, next_provider_subscription_id) as id
      from billing_accounts where subscription_id = ${subscriptionId}`.execute(app.db);
    const [{ id } = expect.fail()] = rows;
    await provider.endSubscription({ key: `${id}-by-hand`, id });
  }

  it('keeps one subscription at the provider through paid, free and paid; the lost rest of the week is credit', async () => {
    const scene = await begin('enterprise');
    scene.ada = await passTime(app, 3 * dayMs, scene.ada);
    const shown = await preview(scene, 'free');
    expect(shown).toMatchObject({ due_now: { amount: 0 }, next_at: null });
    const rest = shown.credit.amount;
    expect(rest).toBeGreaterThan(1_700);
    expect(rest).toBeLessThan(1_715);

    expectDone(await change(scene, 'free', { preview: shown.preview }));

    expect(await readSubscription(app, scene.subscriptionId, scene.ada)).toMatchObject({
      plan_id: 'free',
      status: 'active',
    });
    expect(await atProvider(app, scene.subscriptionId)).toMatchObject({
      subscriptions: ['active'],
      credit: rest,
    });
    scene.ada = await passTime(app, 2 * weekMs, scene.ada);
    const whileFree = await atProvider(app, scene.subscriptionId);
    expect(whileFree.invoices.filter(({ due }) => due > 0)).toHaveLength(1);
    expect(whileFree.credit).toBe(rest);
    expect(await planOf(scene)).toBe('free');

    expectDone(await change(scene, 'pro'));
    expect(await planOf(scene)).toBe('pro');
    const back = await atProvider(app, scene.subscriptionId);
    expect(back.subscriptions).toEqual(['active']);
    expect(back.invoices.at(-1)).toMatchObject({ status: 'paid', total: 1_000, due: 0 });
    expect(back.credit).toBe(rest - 1_000);
    expect(await findDrift(app, scene.subscriptionId)).toEqual([]);
  });

  /** Totals as the person sees them, newest first. */
  async function listTotals({ ada, subscriptionId }: Scene): Promise<number[]> {
    const path = `GET /v1/subscriptions/${subscriptionId}/invoices` as const;
    const answer = await document(app, path, { idToken: ada.idToken });
    expect(answer.statusCode, answer.body).toBe(200);
    const { invoices } = answer.json() as { invoices: { total: number }[] };
    return invoices.map(({ total }) => total);
  }

  it('is updated once at the provider in each direction', async () => {
    const scene = await begin('pro');
    const asked: string[] = [];
    for (const step of ['changePrices', 'startSubscription', 'endSubscription'] as const) {
      steps.set(step, (act) => {
        asked.push(step);
        return act();
      });
    }
    expectDone(await change(scene, 'free'));
    expectDone(await change(scene, 'pro'));
    expect(asked).toEqual(['changePrices', 'changePrices']);
  });

  it('neither lists nor mails its invoices of 0', async () => {
    const scene = await beginFree();
    const before = await kindsMailed(app, scene.ada);
    expect(before).toEqual(['receipt', 'plan-changed']);
    const listed = await listTotals(scene);
    expect(listed).toEqual([expect.any(Number), 1_000]);
    scene.ada = await passTime(app, 3 * weekMs, scene.ada);
    const { invoices } = await atProvider(app, scene.subscriptionId);
    expect(invoices.filter(({ total }) => total === 0).length).toBeGreaterThan(0);
    expect(await listTotals(scene)).toEqual(listed);
    expect(await kindsMailed(app, scene.ada)).toEqual(before);
    expect(expectDone(await call('getBillingSummary', scene, {}))).toMatchObject({
      status: 'active',
      needs_billing_info: false,
    });
  });

  it('stays active when its subscription is ended at the provider, and can pay again', async () => {
    const scene = await beginFree();
    await endAtProvider(scene);
    await settle(app);
    expect(await read(scene)).toMatchObject({ plan_id: 'free', status: 'active' });
    const { rows } = await sql`
      select provider_subscription_id as id from billing_accounts
      where subscription_id = ${scene.subscriptionId}`.execute(app.db);
    expect(rows).toEqual([{ id: null }]);
    expect(await kindsMailed(app, scene.ada)).not.toContain('subscription-canceled');
    expect(await findDrift(app, scene.subscriptionId)).toEqual([]);

    expectDone(await change(scene, 'pro'));
    await settle(app);
    expect((await atProvider(app, scene.subscriptionId)).subscriptions).toEqual([
      'canceled',
      'active',
    ]);
    expect(await read(scene)).toMatchObject({ plan_id: 'pro', status: 'active' });
    expect(await findDrift(app, scene.subscriptionId)).toEqual([]);
  });

  it('stays active when that end comes while the bank is asked about another plan', async () => {
    const scene = await beginFree();
    const card = billingInfo('pm_card_authenticationRequired');
    const asked = expectDone(await change(scene, 'enterprise', { billingInfo: card }));
    expect(asked.clientSecret).toEqual(expect.any(String));
    await endAtProvider(scene);
    await settle(app);
    await answerChallenge(app, String(asked.clientSecret), true);
    await settle(app);
    expect(await read(scene)).toMatchObject({ plan_id: 'free', status: 'active' });
    expect(await findDrift(app, scene.subscriptionId)).toEqual([]);
  });

  it('moves to a paid plan once the bank has the person’s word', async () => {
    const scene = await beginFree();
    const card = billingInfo('pm_card_authenticationRequired');
    const asked = expectDone(await change(scene, 'enterprise', { billingInfo: card }));
    expect(await read(scene)).toMatchObject({ plan_id: 'free', status: 'active' });
    await answerChallenge(app, String(asked.clientSecret), true);
    await settle(app);
    expect(await read(scene)).toMatchObject({ plan_id: 'enterprise', status: 'active' });
    expect((await atProvider(app, scene.subscriptionId)).subscriptions).toEqual(['active']);
    expect(await findDrift(app, scene.subscriptionId)).toEqual([]);
  });

  it('can have its last card removed, and needs one for a paid plan', async () => {
    const scene = await beginFree();
    const [card] = await findCards(app, scene.subscriptionId, scene.ada);
    expectDone(await call('deletePaymentMethod', scene, { paymentMethodId: card?.id }));
    expect(await findCards(app, scene.subscriptionId, scene.ada)).toEqual([]);
    scene.ada = await passTime(app, 2 * weekMs, scene.ada);
    expect(await read(scene)).toMatchObject({ plan_id: 'free', status: 'active' });
    expectRefusal(await change(scene, 'enterprise'), 'billing/card-missing');
    expectDone(await change(scene, 'enterprise', { billingInfo: billingInfo() }));
    expect(await planOf(scene)).toBe('enterprise');
    await settle(app);
    expect(await findDrift(app, scene.subscriptionId)).toEqual([]);
  });
});
