import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd, verdictOf } from '../../harness/crowd.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  callable,
  createFreeSubscription,
  type Person,
} from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import {
  bought,
  chosenFaults,
  faultsOf,
  inGroups,
  isLong,
  newKey,
  recover,
} from '../support/crash-steps.ts';
import {
  type Fault,
  type Faulted,
  openFaultyDatabase,
  withFault,
  wrapPayments,
} from '../support/payment-faults.ts';
import {
  addCard,
  answerChallenge,
  billingInfo,
  findAtProvider,
} from '../support/payment-scenes.ts';
import { findCustomer, listAtStripe } from '../support/sandbox.ts';

const askingCard = 'pm_card_authenticationRequired';
const emptyCard = 'pm_card_chargeCustomerFail';
const unkeepableCard = 'pm_card_chargeDeclined';

interface Scene {
  /** The subscription that the call is about; none for one that is to be created. */
  readonly begin?: (app: TestApp, owner: Person) => Promise<string>;
  readonly call: string;
  readonly data: (subscriptionId: string) => object;
  readonly verdict: string;
  /** How our subscription ends up; undefined where nothing is left. */
  readonly status?: string;
  readonly plan?: string;
  /** Cents that were taken, in order. */
  readonly taken: readonly number[];
  /** How often a promotion code was redeemed for it. */
  readonly redeemed?: number;
  /** Lines of the activity after the creation. */
  readonly recorded?: readonly string[];
}

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

/** Going to end with its period. */
async function boughtAndEnding(app: TestApp, owner: Person): Promise<string> {
  const subscriptionId = await bought('pro')(app, owner);
  const data = endLater.data(subscriptionId);
  const answer = await callable(app, endLater.call, { ...owner, data });
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

/** Paid as well, and nobody here has heard of it. */
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

const creation = (card?: string) => ({
  call: 'createSubscription',
  data: () => ({ planId: 'pro', billingInfo: billingInfo(card) }),
});
/** 5 of the 10 dollars, each week. */
const creationWithCode = {
  call: 'createSubscription',
  data: () => ({ planId: 'pro', billingInfo: billingInfo(), promotionCode: 'FIVEOFF' }),
};
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
const endLater = {
  call: 'cancelSubscription',
  data: (subscriptionId: string) => ({ subscriptionId, when: 'period-end' }),
};
const resume = {
  call: 'resumeSubscription',
  data: (subscriptionId: string) => ({ subscriptionId }),
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
  'a creation with a promotion code': {
    ...creationWithCode,
    ...ok,
    plan: 'pro',
    taken: [500],
    redeemed: 1,
  },
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
  'a cancelation at the end of the period': {
    begin: bought('pro'),
    ...endLater,
    ...ok,
    plan: 'pro',
    taken: [1000],
    recorded: ['end-scheduled'],
  },
  'an ending taken back': {
    begin: boughtAndEnding,
    ...resume,
    ...ok,
    plan: 'pro',
    taken: [1000],
    recorded: ['end-scheduled', 'resumed'],
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

const inShortRun = [
  'a creation',
  'a creation with a promotion code',
  'a change up with a new card',
  'a change from free',
  'a cancelation',
];
const chosenScenes = Object.entries(scenes).filter(([name]) => isLong || inShortRun.includes(name));

/** One scene with one owner, and what becomes of it. */
interface Play {
  readonly owner: Person;
  readonly begun: string | undefined;
  readonly first: Faulted<Answer>;
  readonly send: () => Promise<Answer>;
}

describe('after a failure between any two steps', () => {
  let app: TestApp;

  /** Each scene has an own product: the emulator lists all that there is, which grows with every play. */
  function openForAll() {
    beforeAll(async () => {
      const seams = { payments: wrapPayments, open: openFaultyDatabase };
      const product = { billing: { cancel: 'ask' as const, promotionCodes: true } };
      app = await createTestApp({ ...seams, product, logger: false });
    });
    afterAll(() => app.close());
  }

  async function begin(scene: Scene, owner: Person, fault?: Fault): Promise<Play> {
    const begun = await scene.begin?.(app, owner);
    const headers = { 'idempotency-key': newKey() };
    const data = scene.data(begun ?? '');
    const send = () => callable(app, scene.call, { ...owner, data, headers });
    return { owner, begun, first: await withFault(fault, send), send };
  }

  async function end(scene: Scene, { begun, first, send }: Play): Promise<void> {
    const [again, third] = [await send(), await send()];
    expect(verdictOf(again), again.body).toBe(scene.verdict);
    expect(third.body).toBe(again.body);
    const verdict = verdictOf(first.result);
    const failures = ['billing/provider-unavailable', 'server/unavailable', 'server/internal'];
    expect([scene.verdict, ...(first.hasHappened ? failures : [])]).toContain(verdict);
    if (verdict === scene.verdict) {
      expect(again.body).toBe(first.result.body);
    }
    await expectEnd(begun ?? again.json().data?.subscriptionId, scene);
  }

  /** Expects nothing left of a creation that was refused: its id is nobody's. */
  async function expectEnd(
    subscriptionId = 'nobody',
    { status, plan, taken, redeemed = 0, recorded = [] }: Scene,
  ): Promise<void> {
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
    expect(await countPayments(subscriptionId)).toBe(ours.length > 0 ? rounded.length : 0);
    expect(await countRedemptions(subscriptionId)).toBe(redeemed);
  }

  async function countRedemptions(subscriptionId: string): Promise<number> {
    const customer = await findCustomer(app, subscriptionId);
    if (!customer) {
      return 0;
    }
    const path = `/v1/subscriptions?status=all&customer=${customer.id}`;
    return (await listAtStripe(app, path)).flatMap(({ discounts }) => discounts).length;
  }

  async function listRecorded(subscriptionId: string): Promise<string[]> {
    const { rows } = await sql<{ word: string }>`
      select replace(action, 'subscription.', '') as word from audit_events
      where subject_id = ${subscriptionId} and action <> 'billing.payment-received'
      order by id`.execute(app.db);
    return rows.map(({ word }) => word);
  }

  async function countPayments(subscriptionId: string): Promise<number> {
    const { rows } = await sql<{ number: string }>`
      select details #>> '{payment,invoice_number}' as number
      from audit_events join audit_details on event_id = id
      where subject_id = ${subscriptionId} and action = 'billing.payment-received'`.execute(app.db);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    return rows.length;
  }

  describe.each(chosenScenes)('%s', (_name, scene) => {
    openForAll();
    it.each(chosenFaults)(
      'that is $kind $moment ($place) ends as without',
      async (fault) => {
        const [model = expect.fail()] = await createCrowd(app, 1);
        const each = await faultsOf(fault, async () => (await begin(scene, model)).first);
        const owners = await createCrowd(app, each.length);
        const roles = owners.map((owner, index) => ({ owner, fault: each[index] }));
        const plays = await inGroups(roles, ({ owner, fault }) => begin(scene, owner, fault));
        // Readings go at the same time, so their number is not always the same.
        expect(plays.filter(({ first }) => first.hasHappened).length).toBeGreaterThan(0);
        await recover(app);
        await inGroups(plays, (play) => end(scene, play));
        // A request that broke off before it was written down has begun only now.
        await recover(app);
        expect(await findDrift(app)).toEqual([]);
      },
      300_000,
    );
  });

  describe('none', () => {
    openForAll();

    it('leaves nobody charged for a subscription that is free', async () => {
      const [owner = expect.fail()] = await createCrowd(app, 1);
      const id = await createFreeSubscription(app, owner);
      await recover(app);
      expect(await findDrift(app)).toEqual([]);
      expect(await findAtProvider(app, id)).toBeUndefined();
    });
  });
});
