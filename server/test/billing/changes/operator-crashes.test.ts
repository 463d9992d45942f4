import type { SubscriptionAct } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd } from '../../harness/crowd.ts';
import { callAs, createOperator, operatedEnv } from '../../harness/operators.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { type Person, signIn } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { bought, chosenFaults, faultsOf, recover } from '../support/crash-steps.ts';
import { kindsMailed } from '../support/money-mails.ts';
import {
  type Fault,
  openFaultyDatabase,
  withFault,
  wrapPayments,
} from '../support/payment-faults.ts';
import { atProvider, settle } from '../support/payment-scenes.ts';
import { findCustomer, listAtStripe, type StripeObject } from '../support/sandbox.ts';
import { listRefunds } from '../support/sandbox-dashboard.ts';

interface Done {
  readonly app: TestApp;
  readonly subscriptionId: string;
  readonly invoiceId: string;
}

/** What has happened at the provider once, and what its owner was mailed. */
const acts: Partial<
  Record<SubscriptionAct, { readonly mails: string[]; happened(done: Done): Promise<unknown> }>
> = {
  refund: {
    mails: ['receipt', 'refund'],
    async happened({ app, invoiceId }) {
      const given = await listRefunds(app, invoiceId);
      expect(given.map(({ amount }) => amount)).toEqual([300]);
    },
  },
  'give-free-time': {
    mails: ['receipt', 'free-time'],
    async happened({ app, subscriptionId }) {
      const [coupon = expect.fail(), ...others] = await listGifts(app, subscriptionId);
      expect([coupon.times_redeemed, others]).toEqual([1, []]);
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

function detailsOf(act: string, invoiceId: string): object {
  if (act === 'give-free-time') {
    return { months: 3 };
  }
  return act === 'refund' ? { invoiceId, amount: 300 } : {};
}

const cases = Object.entries(acts).flatMap(([act, expected]) =>
  chosenFaults.map((fault) => ({ act, ...expected, fault, ...fault })),
);

describe('after a failure between any two steps, an operator’s act that is asked for again', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    const seams = { payments: wrapPayments, open: openFaultyDatabase };
    app = await createTestApp({ ...seams, env: operatedEnv, logger: false });
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  async function ask(act: string, { subscriptionId, invoiceId }: Omit<Done, 'app'>) {
    const body = { act, reason: 'Ticket 9', seen: 0, ...detailsOf(act, invoiceId) };
    return await callAs(app, operator, `POST /subscriptions/${subscriptionId}/acts`, body);
  }

  async function begin(act: string, fault?: Fault) {
    const [owner = expect.fail()] = await createCrowd(app, 1);
    const subscriptionId = await bought('pro')(app, owner);
    await settle(app);
    operator = await signIn(app, operator);
    const { rows } = await sql<{ id: string }>`
      select id from invoices where subscription_id = ${subscriptionId}`.execute(app.db);
    const project = { subscriptionId, invoiceId: rows[0]?.id ?? expect.fail('no invoice') };
    const work = await withFault(fault, () => ask(act, project).catch(() => undefined));
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
