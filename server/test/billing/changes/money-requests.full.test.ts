import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';
import {
  addCard,
  atProvider,
  billingInfo,
  createPaidSubscription,
  expectDone,
  findCards,
  openIntent,
  passTime,
  readSubscription,
  withoutProvider,
} from '../support/payment-scenes.ts';
import { findCustomer, sendToStripe } from '../support/sandbox.ts';

interface Scene {
  readonly ada: Person;
  readonly subscriptionId: string;
}

describe('a change of money that is asked for twice, declined, or left open', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function begin(planId = 'pro'): Promise<Scene> {
    const ada = await createPerson(app);
    return { ada, subscriptionId: await createPaidSubscription(app, ada, planId) };
  }

  const keyed = (key?: string) => (key ? { headers: { 'idempotency-key': key } } : {});
  const create = (data: object, idToken: string, key?: string) =>
    callable(app, 'createSubscription', { data, idToken, ...keyed(key) });
  const change = (
    { ada, subscriptionId }: Scene,
    planId: string,
    { key, ...data }: { readonly key?: string; billingInfo?: object; preview?: unknown } = {},
  ) => {
    const { idToken } = ada;
    return callable(app, 'changeSubscriptionPlan', {
      data: { subscriptionId, planId, ...data },
      idToken,
      ...keyed(key),
    });
  };
  const preview = async ({ ada, subscriptionId }: Scene, planId: string) => {
    const data = { subscriptionId, planId };
    const shown = await callable(app, 'previewPlanChange', { data, idToken: ada.idToken });
    return expectDone(shown).preview;
  };

  it('refuses a key that is too long to be told from others', async () => {
    const key = 'k'.repeat(255);
    const { idToken } = await createPerson(app);
    expectDone(await create({ planId: 'free' }, idToken, key));
    const answer = await create({ planId: 'free' }, idToken, `${key}k`);
    expectRefusal(answer, 'request/invalid');
    expect(answer.json().error.message).toContain('Idempotency-Key: at most 255 characters.');
  });

  it('keeps a free subscription’s default card, and the new one, when that one is declined', async () => {
    const scene = await begin();
    // The credit of the lost week would pay for Pro.
    expectDone(await change(scene, 'free'));
    const card = billingInfo('pm_card_chargeCustomerFail');
    const refused = await change(scene, 'enterprise', { billingInfo: card });
    expectRefusal(refused, 'billing/card-refused', 'Your card was declined.');
    expect(await listCards(scene)).toEqual([
      ['4242', true],
      ['0341', false],
    ]);

    const poor = await addCard(
      app,
      { subscriptionId: scene.subscriptionId, ...scene.ada },
      '4000000000000341',
    );
    expectRefusal(
      await change(scene, 'enterprise', { billingInfo: billingInfo(poor), key: 'kept' }),
      'billing/card-refused',
      'Your card was declined.',
    );
    expect(await listCards(scene)).toEqual([
      ['4242', true],
      ['0341', false],
      ['0341', false],
    ]);
  });

  it.each([
    {
      how: 'declined',
      id: 'pm_card_chargeCustomerFail',
      name: 'Ada King',
      cards: [
        ['4242', true],
        ['0341', false],
      ],
    },
    {
      how: 'not even taken',
      id: 'pm_card_chargeDeclined',
      name: 'Ada Lovelace',
      cards: [['4242', true]],
    },
  ])('charges the card of before when a new one is $how', async ({ id, name, cards }) => {
    const scene = await begin();
    const card = billingInfo(id);
    const elsewhere = { ...card, billingDetails: { ...card.billingDetails, name: 'Ada King' } };
    const refused = await change(scene, 'enterprise', { billingInfo: elsewhere });
    expectRefusal(refused, 'billing/card-refused', 'Your card was declined.');
    const { details, email } = await atProvider(app, scene.subscriptionId);
    expect(details).toMatchObject({ name, address: { city: 'London' } });
    expect(email).toBe(scene.ada.email);
    expect(await listCards(scene)).toEqual(cards);
    expect(await readOwnDetails(scene)).toMatchObject({ name });
  });

  const listCards = async ({ ada, subscriptionId }: Scene) =>
    (await findCards(app, subscriptionId, ada)).map(({ card, isDefault }) => [
      card.last4,
      isDefault,
    ]);
  const readOwnDetails = async ({ ada, subscriptionId }: Scene) =>
    expectDone(await callable(app, 'getBillingDetails', { ...ada, data: { subscriptionId } }));

  it('makes three changes of pro to enterprise, to pro and to enterprise within a minute', async () => {
    const scene = await begin();
    for (const planId of ['enterprise', 'pro', 'enterprise']) {
      expectDone(await change(scene, planId));
      // A second click, while nothing else has happened.
      expectDone(await change(scene, planId));
      const { plan_id } = await readSubscription(app, scene.subscriptionId, scene.ada);
      expect(plan_id).toBe(planId);
    }
    const { invoices } = await atProvider(app, scene.subscriptionId);
    expect(invoices.map(({ reason }) => reason)).toEqual(['create', 'update', 'update', 'update']);
  });

  it('charges once for calls at once', async () => {
    const scene = await begin();
    const answers = await Promise.all([1, 2, 3].map(() => change(scene, 'enterprise')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await atProvider(app, scene.subscriptionId)).invoices).toHaveLength(2);
  });

  it('says billing/under-way, not billing/preview-outdated, while another change moves the price', async () => {
    const scene = await begin('enterprise');
    expectDone(await change(scene, 'pro'));
    const shown = await preview(scene, 'enterprise');
    const customer = await findCustomer(app, scene.subscriptionId);
    await sendToStripe(app, `/v1/customers/${customer?.id}`, { balance: '0' });
    await openIntent(app, scene.subscriptionId, scene.ada);
    const late = await change(scene, 'enterprise', { preview: shown });
    expectRefusal(late, 'billing/under-way');
  });

  it.each([
    ['the same key', ['one', 'one']],
    ['two keys', ['one', 'two']],
  ])('changes once for two clicks at once on what was shown, with %s', async (_name, keys) => {
    const scene = await begin();
    const shown = await preview(scene, 'enterprise');
    const answers = await Promise.all(
      keys.map((key) => change(scene, 'enterprise', { key, preview: shown })),
    );
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes).toContain(200);
    const others = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(others).toHaveLength(keys[0] === keys[1] ? 0 : 1);
    expect(others.every(({ body }) => /in progress|already on this plan/.test(body))).toBe(true);
    expect((await atProvider(app, scene.subscriptionId)).invoices).toHaveLength(2);
  });

  it('answers the same request with the same preview as at first, also once it has expired', async () => {
    const scene = await begin();
    const shown = { key: 'one', preview: await preview(scene, 'enterprise') };
    const keyless = await begin();
    const own = { preview: await preview(keyless, 'enterprise') };
    app.clock.advance(9.5 * 60_000);
    const first = await change(scene, 'enterprise', shown);
    expectDone(first);
    expectDone(await change(keyless, 'enterprise', own));
    app.clock.advance(45_000);
    expect((await change(scene, 'enterprise', shown)).body).toBe(first.body);
    expectDone(await change(keyless, 'enterprise', own));
    for (const { subscriptionId } of [scene, keyless]) {
      expect((await atProvider(app, subscriptionId)).invoices).toHaveLength(2);
    }
    const other = { key: 'one', preview: 'another' };
    expectRefusal(await change(scene, 'enterprise', other), 'billing/key-reused');
  });

  it('refuses with billing/provider-unavailable what was shown and cannot be looked at again', async () => {
    const scene = await begin();
    const shown = { preview: await preview(scene, 'enterprise') };
    const answer = await withoutProvider(app, () => change(scene, 'enterprise', shown));
    expectRefusal(answer, 'billing/provider-unavailable');
    expectDone(await change(scene, 'enterprise', shown));
  });

  it('goes on at once when the request is repeated after the provider was away', async () => {
    const grace = await createPerson(app);
    const data = { planId: 'pro', billingInfo: billingInfo() };
    const answer = await withoutProvider(app, () => create(data, grace.idToken, 'again'));
    expectRefusal(answer, 'billing/provider-unavailable');
    const answers = await Promise.all([1, 2].map(() => create(data, grace.idToken, 'again')));
    const [first, second] = answers.map(expectDone);
    expect(second).toEqual(first);
    expect(await atProvider(app, String(first?.subscriptionId))).toMatchObject({
      subscriptions: ['active'],
      invoices: [{ status: 'paid' }],
    });
  }, 15_000);

  it('keeps neither address nor e-mail in what was asked once it has ended', async () => {
    const { ada, subscriptionId } = await begin();
    const { rows } = await sql<{ input: string }>`
      select input::text from intents where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.input).toContain('pro');
    expect(rows[0]?.input).not.toMatch(/payer|address|email/);
    expect(rows[0]?.input).not.toContain(ada.email);
  });

  it('is finished even if the plan has left the configuration meanwhile', async () => {
    const own = await createOwnTestApp({});
    const { plans } = own.config.product;
    const grace = await createPerson(own);
    const data = { planId: 'enterprise', billingInfo: billingInfo() };
    const { idToken } = grace;
    await withoutProvider(own, () => callable(own, 'createSubscription', { data, idToken }));
    const all = [...plans];
    plans.splice(0, plans.length, ...all.filter(({ id }) => id !== 'enterprise'));
    const later = await passTime(own, 60_000, grace);
    const { rows } = await sql<{ id: string; status: string }>`
      select id, status from subscriptions where owner_id = ${grace.uid}`.execute(own.db);
    expect(rows).toMatchObject([{ status: 'active' }]);
    expect((await atProvider(own, rows[0]?.id ?? '')).subscriptions).toEqual(['active']);
    const change = { subscriptionId: rows[0]?.id, planId: 'free' };
    expectDone(await callable(own, 'changeSubscriptionPlan', { ...later, data: change }));
  });
});
