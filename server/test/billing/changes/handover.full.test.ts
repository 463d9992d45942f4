import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import {
  addCard,
  answerChallenge,
  atProvider,
  billingDetails,
  billingInfo,
  confirmSetup,
  createPaidSubscription,
  expectDone,
  findAtProvider,
  findCards,
  passTime,
  readSubscription,
  settle,
  typeCard,
  weekMs,
  withoutProvider,
} from '../support/payment-scenes.ts';

interface Scene {
  readonly subscriptionId: string;
  giver: Person;
  taker: Person;
}

describe('the means of payment, when a subscription gets another owner', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function begin(planId = 'pro'): Promise<Scene> {
    const [giver, taker] = [await createPerson(app, 'Ada'), await createPerson(app, 'Grace')];
    const subscriptionId =
      planId === 'free'
        ? await createFreeSubscription(app, giver)
        : await createPaidSubscription(app, giver, planId);
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId, uid: taker.uid, permissions });
    return { subscriptionId, giver, taker };
  }

  const elsewhere = { ...billingDetails, name: 'Grace Hopper', phone: '+1 202 555 0100' };

  const ask = (call: string, by: Person & { readonly of: Scene }, data: object = {}) => {
    const { idToken, of: scene } = by;
    const { subscriptionId } = scene;
    return callable(app, call, { data: { subscriptionId, ...data }, idToken });
  };
  const transfer = async (scene: Scene) => {
    const data = { newOwnerId: scene.taker.uid };
    expectDone(await ask('transferSubscriptionOwnership', { ...scene.giver, of: scene }, data));
  };
  const countDefaultChanges = async ({ subscriptionId }: Scene) => {
    const { rows } = await sql`
      select id from audit_events
      where subject_id = ${subscriptionId} and action = 'billing.default-card-changed'`.execute(
      app.db,
    );
    return rows.length;
  };

  it('keeps what the new owner adds at once, and nothing of the old one', async () => {
    const scene = await begin();
    const { subscriptionId, taker } = scene;
    await transfer(scene);
    expect(await findCards(app, subscriptionId, taker)).toEqual([]);
    const card = await addCard(app, { subscriptionId, ...taker });
    const details = { ...billingDetails, name: 'Grace Hopper' };
    expectDone(await ask('updateBillingDetails', { ...taker, of: scene }, details));

    await settle(app);

    expect(await findCards(app, subscriptionId, taker)).toMatchObject([{ id: card }]);
    expect(await atProvider(app, subscriptionId)).toMatchObject({
      cards: ['4444'],
      details: { name: 'Grace Hopper' },
      email: taker.email,
    });
  });

  it('is shown to nobody from the transfer on, also where an older reading comes in late', async () => {
    const scene = await begin();
    const { subscriptionId, giver, taker } = scene;
    const cardOf = async (by: Person) => {
      const answer = expectDone(await ask('getBillingSummary', { ...by, of: scene }));
      expect(answer).toMatchObject({ needs_billing_info: answer.card === null });
      return answer.card;
    };
    expect(await cardOf(giver)).toMatchObject({ last4: '4242' });
    await transfer(scene);
    expect([await cardOf(giver), await cardOf(taker)]).toEqual([null, null]);

    const late = { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2038 };
    await sql`
      update billing_accounts set card = ${JSON.stringify(late)}::jsonb
      where subscription_id = ${subscriptionId}`.execute(app.db);
    expect([await cardOf(giver), await cardOf(taker)]).toEqual([null, null]);
    await settle(app);
    expect([await cardOf(giver), await cardOf(taker)]).toEqual([null, null]);
  });

  it('is taken from the provider right away, by a job of its own', async () => {
    const scene = await begin();
    await transfer(scene);
    await app.app.runJobs();
    const { email } = scene.taker;
    expect(await atProvider(app, scene.subscriptionId)).toMatchObject({
      cards: [],
      details: null,
      email,
    });
  });

  it('lets no card in by a secret that the old owner still has', async () => {
    const scene = await begin();
    const { subscriptionId, giver, taker } = scene;
    const { clientSecret } = expectDone(await ask('createSetupIntent', { ...giver, of: scene }));
    await transfer(scene);
    await app.app.runJobs();
    const card = await typeCard(app, '5555 5555 5555 4444');
    const added = await confirmSetup(app, String(clientSecret), card);
    expect(added.statusCode, added.body).toBe(400);
    expect(await findCards(app, subscriptionId, taker)).toEqual([]);
    expectRefusal(await ask('createSetupIntent', { ...giver, of: scene }), 'access/owner-only');
  });

  it('ends a first payment of the old owner that waits for their bank', async () => {
    const scene = await begin('free');
    const data = { planId: 'pro', billingInfo: billingInfo('pm_card_authenticationRequired') };
    const { clientSecret } = expectDone(
      await ask('changeSubscriptionPlan', { ...scene.giver, of: scene }, data),
    );
    await transfer(scene);
    await app.app.runJobs();
    await answerChallenge(app, String(clientSecret), true);
    await settle(app);
    const { subscriptionId, taker } = scene;
    expect(await readSubscription(app, subscriptionId, taker)).toMatchObject({ plan_id: 'free' });
    expect((await atProvider(app, subscriptionId)).subscriptions).toEqual(['incomplete_expired']);
  });

  it('drops a change of the old owner that waits for their bank', async () => {
    const scene = await begin();
    const { subscriptionId } = scene;
    const card = billingInfo('pm_card_authenticationRequired');
    const data = { planId: 'enterprise', billingInfo: card };
    const asked = await ask('changeSubscriptionPlan', { ...scene.giver, of: scene }, data);
    const { clientSecret } = expectDone(asked);
    await transfer(scene);
    await app.app.runJobs();
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
    await answerChallenge(app, String(clientSecret), true);
    await settle(app);
    expect(await readSubscription(app, subscriptionId, scene.taker)).toMatchObject({
      plan_id: 'pro',
      status: 'active',
    });
  });

  it('leaves the new owner what is owed, but not the question of the old owner’s bank', async () => {
    const scene = await begin('free');
    const { subscriptionId } = scene;
    const data = { planId: 'pro', billingInfo: billingInfo('pm_card_authenticationRequired') };
    const { clientSecret } = expectDone(
      await ask('changeSubscriptionPlan', { ...scene.giver, of: scene }, data),
    );
    await answerChallenge(app, String(clientSecret), true);
    await settle(app);
    app.clock.advance(weekMs + 60_000);
    await settle(app);
    scene.giver = await signIn(app, scene.giver);
    scene.taker = await signIn(app, scene.taker);
    const summary = async (by: Person) =>
      expectDone(await ask('getBillingSummary', { ...by, of: scene }));
    expect(await summary(scene.giver)).toMatchObject({ needs_confirmation: true });
    await transfer(scene);
    await app.app.runJobs();
    expect(await summary(scene.taker)).toMatchObject({ needs_confirmation: false });
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'open']);
  });

  it('asks the new owner to come back while the provider is away, and loses nothing', async () => {
    const scene = await begin();
    const { subscriptionId, taker } = scene;
    await transfer(scene);
    const answers = await withoutProvider(app, async () => [
      await ask('createSetupIntent', { ...taker, of: scene }),
      await ask('getPaymentMethods', { ...taker, of: scene }),
      await ask('updateBillingDetails', { ...taker, of: scene }, billingDetails),
    ]);
    for (const answer of answers) {
      expectRefusal(answer, 'billing/provider-unavailable');
    }
    expectDone(await ask('updateBillingDetails', { ...taker, of: scene }, billingDetails));
    await settle(app);
    expect(await findAtProvider(app, subscriptionId)).toMatchObject({
      cards: [],
      details: { name: 'Ada Lovelace' },
    });
  });

  it('charges the new owner’s first card for what is owed by then, by itself', async () => {
    const scene = await begin();
    const { subscriptionId } = scene;
    await transfer(scene);
    await settle(app);
    scene.taker = await passTime(app, weekMs + 60_000, scene.taker);
    expect(await readSubscription(app, subscriptionId, scene.taker)).toMatchObject({
      status: 'past_due',
    });

    await addCard(app, { subscriptionId, ...scene.taker });
    await settle(app);

    expect(await readSubscription(app, subscriptionId, scene.taker)).toMatchObject({
      status: 'active',
    });
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  it('charges a first card that came during another change once that is over', async () => {
    const scene = await begin();
    const { subscriptionId } = scene;
    await transfer(scene);
    await settle(app);
    scene.taker = await passTime(app, weekMs + 60_000, scene.taker);
    await addCard(app, { subscriptionId, ...scene.taker });
    await sql`
      insert into intents (id, kind, subscription_id, account_id, request_key, request_hash,
        input, status, created_at, leased_until)
      values (${`left-${subscriptionId}`}, 'update-details', ${subscriptionId}, ${scene.taker.uid},
        'elsewhere', ''::bytea, ${JSON.stringify({ kind: 'update-details', details: elsewhere })},
        'open', ${app.clock.now()}, ${new Date(app.clock.now().getTime() + 60_000)})`.execute(
      app.db,
    );
    await settle(app);
    expect(await readSubscription(app, subscriptionId, scene.taker)).toMatchObject({
      status: 'past_due',
    });

    scene.taker = await passTime(app, 120_000, scene.taker);

    expect(await readSubscription(app, subscriptionId, scene.taker)).toMatchObject({
      status: 'active',
    });
    const { rows } = await sql`
      select id from provider_events where processed_at is null`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('charges the newest of several cards that came while none was charged', async () => {
    const scene = await begin();
    const { subscriptionId } = scene;
    await transfer(scene);
    await settle(app);
    scene.taker = await passTime(app, weekMs + 60_000, scene.taker);
    await addCard(app, { subscriptionId, ...scene.taker }, '4000 0000 0000 0341');
    await addCard(app, { subscriptionId, ...scene.taker });
    await settle(app);
    expect(await readSubscription(app, subscriptionId, scene.taker)).toMatchObject({
      status: 'active',
    });
    const cards = await findCards(app, subscriptionId, scene.taker);
    expect(cards.map(({ isDefault, card }) => [card.last4, isDefault])).toEqual([
      ['4444', true],
      ['0341', false],
    ]);
  });

  it('tries a first card that has no money once, not with every event', async () => {
    const scene = await begin();
    const { subscriptionId } = scene;
    await transfer(scene);
    await settle(app);
    scene.taker = await passTime(app, weekMs + 60_000, scene.taker);
    await addCard(app, { subscriptionId, ...scene.taker }, '4000 0000 0000 0341');
    await settle(app);
    await settle(app);
    expect(await readSubscription(app, subscriptionId, scene.taker)).toMatchObject({
      status: 'past_due',
    });
    expect(await countDefaultChanges(scene)).toBe(1);
  });

  it('does not try again at once what the new owner has tried themselves', async () => {
    const scene = await begin();
    const { subscriptionId } = scene;
    await transfer(scene);
    await settle(app);
    scene.taker = await passTime(app, weekMs + 60_000, scene.taker);
    const paymentMethodId = await addCard(
      app,
      { subscriptionId, ...scene.taker },
      '4000 0000 0000 0341',
    );
    const data = { paymentMethodId };
    expectDone(await ask('setDefaultPaymentMethod', { ...scene.taker, of: scene }, data));
    await settle(app);
    expect(await countDefaultChanges(scene)).toBe(1);
  });

  it('does nothing with a card that comes to a canceled subscription', async () => {
    const scene = await begin();
    const { subscriptionId } = scene;
    await transfer(scene);
    await settle(app);
    await addCard(app, { subscriptionId, ...scene.taker });
    const data = { confirmationId: subscriptionId };
    expectDone(await ask('cancelSubscription', { ...scene.taker, of: scene }, data));
    await settle(app);
    expect(await countDefaultChanges(scene)).toBe(0);
  });
});
