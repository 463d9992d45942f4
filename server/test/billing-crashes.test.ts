import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerChallenge, billingInfo } from './billing.ts';
import { findDrift } from './billing-drift.ts';
import { createCrowd, signInAgain, verdictOf } from './crowd.ts';
import { addMember } from './factories.ts';
import { createFaultyPayments, type Fault } from './payment-faults.ts';
import { addCard, findAtProvider, settle } from './payment-scenes.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { type Answer, callable, createFreeSubscription, type Person } from './wire-client.ts';

/** Longer than anybody may be silent who is at work on an intent. */
const pastLeaseMs = 3 * 60_000;
const mostCalls = 40;
const askingCard = 'pm_card_authenticationRequired';
const emptyCard = 'pm_card_chargeCustomerFail';
const unkeepableCard = 'pm_card_chargeDeclined';

const crash = { moment: 'after it acted', kind: 'crash' } as const;
/** The worst first: the provider has acted, and nobody here knows. */
const faults: readonly Omit<Fault, 'call'>[] = process.env.HEARTH_LONG
  ? [
      crash,
      { moment: 'before it acted', kind: 'away' },
      { moment: 'after it acted', kind: 'away' },
      { moment: 'before it acted', kind: 'crash' },
    ]
  : [crash];

interface Scene {
  /** The subscription that the call is about; none for one that is to be created. */
  readonly begin?: (app: TestApp, owner: Person) => Promise<string>;
  readonly call: string;
  readonly data: (subscriptionId: string) => object;
  readonly verdict: string;
  /** Of ours; undefined where nothing is left. */
  readonly status?: string;
  readonly plan?: string;
  /** Cents that were taken, in order. */
  readonly taken: readonly number[];
  /** What the activity says after the creation. */
  readonly recorded?: readonly string[];
}

const bought = (planId: string, card?: string) => async (app: TestApp, owner: Person) => {
  const data = { planId, billingInfo: billingInfo(card) };
  const headers = { 'idempotency-key': newKey() };
  const answer = await callable(app, 'createSubscription', { ...owner, data, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return String(answer.json().data.subscriptionId);
};

/** Their default card has no money on it. */
async function boughtAndPoor(app: TestApp, owner: Person): Promise<string> {
  const subscriptionId = await bought('pro')(app, owner);
  const wanted = { subscriptionId, idToken: owner.idToken };
  const paymentMethodId = await addCard(app, wanted, '4000 0000 0000 0341');
  const data = { subscriptionId, paymentMethodId };
  const answer = await callable(app, 'setDefaultPaymentMethod', { ...owner, data });
  expect(answer.statusCode, answer.body).toBe(200);
  return subscriptionId;
}

/** A first payment of the free plan waits for its person. */
async function freeAndAsked(app: TestApp, owner: Person): Promise<string> {
  const subscriptionId = await free(app, owner);
  const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo(askingCard) };
  const answer = await callable(app, 'changeSubscriptionPlan', { ...owner, data });
  expect(answer.json().data.clientSecret, answer.body).toEqual(expect.any(String));
  return subscriptionId;
}

/** The same, paid, and nobody here has heard of it. */
async function freeAndAnswered(app: TestApp, owner: Person): Promise<string> {
  const subscriptionId = await free(app, owner);
  const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo(askingCard) };
  const answer = await callable(app, 'changeSubscriptionPlan', { ...owner, data });
  await answerChallenge(app, answer.json().data.clientSecret, true);
  return subscriptionId;
}

async function free(app: TestApp, owner: Person): Promise<string> {
  const headers = { 'idempotency-key': newKey() };
  const data = { planId: 'free' };
  const answer = await callable(app, 'createSubscription', { ...owner, data, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return String(answer.json().data.subscriptionId);
}

const newKey = () => randomBytes(12).toString('hex');
const creation = (card?: string) => ({
  call: 'createSubscription',
  data: () => ({ planId: 'pro', billingInfo: billingInfo(card) }),
});
const change = (planId: string, card?: string) => ({
  call: 'changeSubscriptionPlan',
  data: (subscriptionId: string) => ({
    subscriptionId,
    planId,
    ...(card && { billingInfo: billingInfo(card) }),
  }),
});
const cancel = {
  call: 'cancelSubscription',
  data: (id: string) => ({ subscriptionId: id, confirmationId: id }),
};
const abandon = {
  call: 'abandonSubscription',
  data: (subscriptionId: string) => ({ subscriptionId }),
};
const visa = 'pm_card_visa';
const ok = { verdict: 'ok', status: 'active' };
const refused = { verdict: 'billing/card-refused' };

const scenes: Readonly<Record<string, Scene>> = {
  'a creation': { ...creation(), ...ok, plan: 'pro', taken: [1000] },
  'a creation with an empty card': { ...creation(emptyCard), ...refused, taken: [] },
  'a creation with a card that cannot be kept': {
    ...creation(unkeepableCard),
    ...refused,
    taken: [],
  },
  'a creation whose bank asks': {
    ...creation(askingCard),
    verdict: 'ok',
    status: 'incomplete',
    plan: 'pro',
    taken: [],
  },
  'a change up': {
    begin: bought('pro'),
    ...change('enterprise'),
    ...ok,
    plan: 'enterprise',
    taken: [1000, 2000],
    recorded: ['plan-changed'],
  },
  'a change up with a new card': {
    begin: bought('pro'),
    ...change('enterprise', 'pm_card_mastercard'),
    ...ok,
    plan: 'enterprise',
    taken: [1000, 2000],
    recorded: ['plan-changed'],
  },
  'a change up with an empty card': {
    begin: boughtAndPoor,
    ...change('enterprise'),
    ...refused,
    status: 'active',
    plan: 'pro',
    taken: [1000],
    recorded: ['billing.default-card-changed'],
  },
  'a change down': {
    begin: bought('enterprise'),
    ...change('pro'),
    ...ok,
    plan: 'pro',
    taken: [3000],
    recorded: ['plan-changed'],
  },
  'a change to free': {
    begin: bought('pro'),
    ...change('free'),
    ...ok,
    plan: 'free',
    taken: [1000],
    recorded: ['plan-changed'],
  },
  'a change from free': {
    begin: free,
    ...change('pro', visa),
    ...ok,
    plan: 'pro',
    taken: [1000],
    recorded: ['plan-changed'],
  },
  'a change from free with an empty card': {
    begin: free,
    ...change('pro', emptyCard),
    ...refused,
    status: 'active',
    plan: 'free',
    taken: [],
  },
  'a change from free while another first payment waits': {
    begin: freeAndAsked,
    ...change('enterprise', visa),
    ...ok,
    plan: 'enterprise',
    taken: [3000],
    recorded: ['plan-changed'],
  },
  'a change from free when another first payment has just come through': {
    begin: freeAndAnswered,
    ...change('enterprise', visa),
    ...ok,
    plan: 'enterprise',
    taken: [1000, 2000],
    recorded: ['plan-changed', 'plan-changed'],
  },
  'a cancelation': {
    begin: bought('pro'),
    ...cancel,
    verdict: 'ok',
    status: 'canceled',
    plan: 'pro',
    taken: [1000],
    recorded: ['canceled'],
  },
  'an abandonment': {
    begin: bought('pro', askingCard),
    ...abandon,
    verdict: 'ok',
    status: 'canceled',
    plan: 'pro',
    taken: [],
    recorded: ['canceled'],
  },
};

describe('after a failure between any two steps', () => {
  const payments = createFaultyPayments();
  let app: TestApp;
  let owner: Person;
  let heir: Person;

  beforeAll(async () => {
    app = await createTestApp({ payments: payments.wrap });
    [owner, heir] = (await createCrowd(app, 2)) as [Person, Person];
  });
  afterAll(() => app.close());

  async function signInBoth(): Promise<void> {
    [owner, heir] = (await signInAgain(app, [owner, heir])) as [Person, Person];
  }

  /** What a person would see who waits a while. */
  async function recover(): Promise<void> {
    // Events arrive while the change is still half done.
    await settle(app);
    app.clock.advance(pastLeaseMs);
    await settle(app);
    await signInBoth();
  }

  /** Answers whether the fault came to pass. */
  async function play(scene: Scene, fault: Fault): Promise<boolean> {
    await signInBoth();
    const begun = await scene.begin?.(app, owner);
    const headers = { 'idempotency-key': newKey() };
    const send = (): Promise<Answer> =>
      callable(app, scene.call, { ...owner, data: scene.data(begun ?? ''), headers });

    payments.set(fault);
    const first = await send();
    const hasHappened = payments.clear();
    const failures = ['billing/provider-unavailable', 'server/internal'];
    expect([scene.verdict, ...(hasHappened ? failures : [])]).toContain(verdictOf(first));
    await recover();

    const [again, third] = [await send(), await send()];
    expect(verdictOf(again), again.body).toBe(scene.verdict);
    expect(third.body).toBe(again.body);
    if (verdictOf(first) === scene.verdict) {
      expect(again.body).toBe(first.body);
    }
    const id = begun ?? again.json().data?.subscriptionId;
    await expectEnd(id, scene);
    return hasHappened;
  }

  async function expectEnd(
    id: string | undefined,
    { status, plan, taken, recorded = [] }: Scene,
  ): Promise<void> {
    // Nothing is left of a creation that was refused: its id is nobody's.
    const subscriptionId = id ?? 'nobody';
    expect(await findDrift(app, subscriptionId)).toEqual([]);
    const ours = await app.db
      .withTables<{ subscriptions: { id: string; status: string; plan_id: string } }>()
      .selectFrom('subscriptions')
      .select(['status', 'plan_id as plan'])
      .where('id', '=', subscriptionId)
      .execute();
    expect(ours).toEqual(status ? [{ status, plan }] : []);
    expect(await listRecorded(subscriptionId)).toEqual(
      ours.length > 0 ? ['created', ...recorded] : [],
    );
    const theirs = await findAtProvider(app, subscriptionId);
    const paid = theirs?.invoices.filter((invoice) => invoice.status === 'paid' && invoice.due > 0);
    // Seconds have gone by since the first payment, so a proration is a cent or two less.
    const rounded = (paid ?? []).map(({ due }) => Math.round(due / 100) * 100);
    expect(rounded).toEqual(taken);
  }

  async function listRecorded(subscriptionId: string): Promise<string[]> {
    const { rows } = await sql<{ word: string }>`
      select replace(action, 'subscription.', '') as word from audit_events
      where subject_id = ${subscriptionId} order by id`.execute(app.db);
    return rows.map(({ word }) => word);
  }

  describe.each(Object.entries(scenes))('%s', (_name, scene) => {
    it.each(faults)(
      'that is $kind $moment ends as without',
      async (fault) => {
        let call = 1;
        while (await play(scene, { ...fault, call })) {
          call += 1;
          expect(call).toBeLessThan(mostCalls);
        }
        // At least one call is a change at the provider.
        expect(call).toBeGreaterThan(1);
      },
      120_000,
    );
  });

  it.each(faults)(
    'takes the old owner’s cards away: $kind $moment',
    async (fault) => {
      let call = 1;
      while (await playTransfer({ ...fault, call })) {
        call += 1;
        expect(call).toBeLessThan(mostCalls);
      }
      expect(call).toBeGreaterThan(1);
    },
    120_000,
  );

  async function playTransfer(fault: Fault): Promise<boolean> {
    await signInBoth();
    const subscriptionId = await bought('pro')(app, owner);
    await addCard(app, { subscriptionId, idToken: owner.idToken });
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId, uid: heir.uid, permissions });
    const data = { subscriptionId, newOwnerId: heir.uid };
    const answer = await callable(app, 'transferSubscriptionOwnership', { ...owner, data });
    expect(answer.statusCode, answer.body).toBe(200);
    payments.set(fault);
    await app.app.runDue().catch(() => undefined);
    const hasHappened = payments.clear();
    await recover();
    expect(await findDrift(app, subscriptionId)).toEqual([]);
    const { email } = heir;
    expect(await findAtProvider(app, subscriptionId)).toMatchObject({
      cards: [],
      details: null,
      email,
      subscriptions: ['active'],
    });
    return hasHappened;
  }

  it('leaves nobody charged for a subscription that is free', async () => {
    await signInBoth();
    const id = await createFreeSubscription(app, owner);
    expect(await findDrift(app, id)).toEqual([]);
    expect(await findAtProvider(app, id)).toBeUndefined();
  });
});
