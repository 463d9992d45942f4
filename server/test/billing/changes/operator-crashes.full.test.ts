import type { SubscriptionAct } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd } from '../../harness/crowd.ts';
import { addMember } from '../../harness/factories.ts';
import { callAs, createOperator, operatedEnv } from '../../harness/operators.ts';
import { readPlans } from '../../harness/plan-prices.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { type Person, signIn } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { bought, chosenFaults, faultsOf, recover } from '../support/crash-steps.ts';
import { kindsMailed } from '../support/money-mails.ts';
import {
  type Fault,
  openFaultyDatabase,
  withFault,
  withFaultInJobs,
  wrapPayments,
} from '../support/payment-faults.ts';
import { atProvider, raisePro, settle } from '../support/payment-scenes.ts';
import { findCustomer, listAtStripe, type StripeObject, sendToStripe } from '../support/sandbox.ts';
import { listRefunds } from '../support/sandbox-dashboard.ts';

interface Project {
  readonly subscriptionId: string;
  /** Empty on Free. */
  readonly invoiceId: string;
  readonly memberId: string;
}

interface Done extends Project {
  readonly app: TestApp;
}

interface CrashedAct {
  /** Pro if it is left out. */
  readonly planId?: string;
  details?(project: Project): object;
  /** Whether a job asks the provider. */
  readonly isFinishedByJob?: true;
  /** Mails about money that the owner gets. */
  readonly mails: string[];
  /** Checks what has happened at the provider, once. */
  happened(done: Done): Promise<unknown>;
}

const acts: Partial<Record<SubscriptionAct, CrashedAct>> = {
  refund: {
    details: ({ invoiceId }) => ({ invoiceId, amount: 300 }),
    mails: ['receipt', 'refund'],
    async happened({ app, invoiceId }) {
      const given = await listRefunds(app, invoiceId);
      expect(given.map(({ amount }) => amount)).toEqual([300]);
    },
  },
  'give-free-time': {
    details: () => ({ months: 3 }),
    mails: ['receipt', 'free-time'],
    async happened({ app, subscriptionId }) {
      const [coupon = expect.fail(), ...others] = await listGifts(app, subscriptionId);
      expect([coupon.times_redeemed, others]).toEqual([1, []]);
    },
  },
  'give-free-plan': {
    planId: 'free',
    details: () => ({ planId: 'pro', months: 3 }),
    mails: ['free-time'],
    async happened({ app, subscriptionId }) {
      const [coupon = expect.fail(), ...others] = await listGifts(app, subscriptionId);
      expect([coupon.times_redeemed, others]).toEqual([1, []]);
      const { subscriptions, invoices } = await atProvider(app, subscriptionId);
      expect(subscriptions).toEqual(['active']);
      expect(invoices.map(({ total }) => total)).toEqual([0]);
      const { rows } = await sql<{ items: { price: string }[] }>`
        select scheduled_items as items from billing_accounts
        where subscription_id = ${subscriptionId} and scheduled_at = free_until`.execute(app.db);
      expect(rows).toMatchObject([{ items: [{ price: 'price_free_week' }] }]);
    },
  },
  'move-price': {
    mails: ['receipt', 'plan-changed'],
    async happened({ app, subscriptionId }) {
      const { invoices } = await atProvider(app, subscriptionId);
      expect(invoices.map(({ reason }) => reason).sort()).toEqual(['create', 'update']);
    },
  },
  transfer: {
    details: ({ memberId }) => ({ memberId }),
    isFinishedByJob: true,
    mails: ['receipt'],
    async happened({ app, subscriptionId, memberId }) {
      const owner = await sql`
        select owner_id as id from subscriptions where id = ${subscriptionId}`.execute(app.db);
      expect(owner.rows).toEqual([{ id: memberId }]);
      expect(await atProvider(app, subscriptionId)).toMatchObject({ cards: [], details: null });
    },
  },
  'end-now': {
    mails: ['receipt', 'subscription-canceled'],
    async happened({ app, subscriptionId }) {
      expect(await atProvider(app, subscriptionId)).toMatchObject({ subscriptions: ['canceled'] });
    },
  },
};

/** Coupons that the project's subscription has. */
async function listGifts(app: TestApp, subscriptionId: string): Promise<StripeObject[]> {
  const customer = await findCustomer(app, subscriptionId);
  const of = `customer=${customer?.id}&expand[]=data.discounts.source.coupon`;
  const subscriptions = await listAtStripe(app, `/v1/subscriptions?${of}`);
  return subscriptions.flatMap(({ discounts }) =>
    discounts.map(({ source }: StripeObject) => source.coupon),
  );
}

/** Has the project pay the price that Pro had before. */
async function payRetired(app: TestApp, subscriptionId: string): Promise<void> {
  const customer = await findCustomer(app, subscriptionId);
  const [running] = await listAtStripe(app, `/v1/subscriptions?customer=${customer?.id}`);
  await sendToStripe(app, `/v1/subscriptions/${running?.id}`, {
    'items[0][id]': running?.items.data[0].id,
    'items[0][price]': 'price_pro_week',
    proration_behavior: 'none',
  });
}

const cases = (Object.entries(acts) as [SubscriptionAct, CrashedAct][]).flatMap(([act, expected]) =>
  chosenFaults.map((fault) => ({ act, ...expected, fault, ...fault })),
);

describe('after a failure between any two steps, an operator’s act that is asked for again', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    const product = { plans: readPlans('hearth.json').map(raisePro) };
    const seams = { payments: wrapPayments, open: openFaultyDatabase };
    app = await createTestApp({ ...seams, product, env: operatedEnv, logger: false });
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  async function ask(act: SubscriptionAct, project: Project) {
    const body = { act, reason: 'Ticket 9', seen: 0, ...acts[act]?.details?.(project) };
    return await callAs(app, operator, `POST /subscriptions/${project.subscriptionId}/acts`, body);
  }

  async function begin(act: SubscriptionAct, fault?: Fault) {
    const [owner = expect.fail(), member = expect.fail()] = await createCrowd(app, 2);
    const { planId = 'pro' } = acts[act] ?? {};
    const subscriptionId = await bought(planId)(app, owner);
    await addMember(app, { subscriptionId, uid: member.uid });
    if (act === 'move-price') {
      await payRetired(app, subscriptionId);
    }
    await settle(app);
    operator = await signIn(app, operator);
    const { rows } = await sql<{ id: string }>`
      select id from invoices where subscription_id = ${subscriptionId}`.execute(app.db);
    const project = { subscriptionId, invoiceId: rows[0]?.id ?? '', memberId: member.uid };
    const run = acts[act]?.isFinishedByJob ? withFaultInJobs : withFault;
    const work = await run(fault, async () => {
      const answer = await ask(act, project).catch(() => undefined);
      if (acts[act]?.isFinishedByJob) {
        await settle(app).catch(() => undefined);
      }
      return answer;
    });
    return { owner, project, work };
  }

  it.each(cases)(
    'is done once: $act, $kind $moment ($place)',
    async ({ act, mails, happened, fault }) => {
      const each = await faultsOf(fault, async () => (await begin(act)).work);
      let faults = 0;
      for (const one of each) {
        const { owner, project, work } = await begin(act, one);
        faults += work.hasHappened ? 1 : 0;
        await recover(app);
        await ask(act, project);
        await recover(app);
        const answer = await ask(act, project);
        expect([one.step, answer.json()]).toEqual([one.step, { number: 1, state: 'done' }]);
        await happened({ app, ...project });
        expect(await kindsMailed(app, owner)).toEqual(mails);
      }
      expect(faults).toBeGreaterThan(0);
      expect(await findDrift(app)).toEqual([]);
    },
    1_800_000,
  );
});
