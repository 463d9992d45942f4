import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { CodeRefused } from '../../../src/modules/billing/port/payment-provider.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  callable,
  createVerifiedPerson,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { chosenFaults, faultsOf, isLong, newKey, recover } from '../support/crash-steps.ts';
import {
  type Fault,
  openFaultyDatabase,
  withFault,
  wrapPayments,
} from '../support/payment-faults.ts';
import {
  atProvider,
  billingInfo,
  dayMs,
  expectDone,
  listChargeable,
  passTime,
  settle,
} from '../support/payment-scenes.ts';
import { sendToStripe } from '../support/sandbox.ts';
import { forgetCards, proMonth } from '../support/trial-scene.ts';

const code = { promotionCode: 'HALF', trial: true, billingInfo: billingInfo() };

const bare = { promotionCode: undefined, trial: undefined };

interface Project {
  readonly owner: Person;
  /** Sends the request; sent again, it goes on with the first one. */
  readonly send: () => Promise<Answer>;
  /** Another request, without the code. */
  readonly sendWithout: () => Promise<Answer>;
  readonly id: (answer: Answer) => string;
}

/** A purchase, and a free project that becomes paid: both begin a trial with a code for its first charge. */
const ways: Readonly<Record<string, (app: TestApp) => Promise<Project>>> = {
  async purchase(app) {
    const owner = await createVerifiedPerson(app);
    const headers = { 'idempotency-key': newKey() };
    const data = { ...proMonth, ...code };
    return {
      owner,
      send: () => callable(app, 'createSubscription', { data, headers, idToken: owner.idToken }),
      sendWithout: () =>
        callable(app, 'createSubscription', { data: { ...data, ...bare }, idToken: owner.idToken }),
      id: (answer) => String(expectDone(answer).subscriptionId),
    };
  },
  async 'free project'(app) {
    const owner = await createVerifiedPerson(app);
    const { idToken } = owner;
    const created = await callable(app, 'createSubscription', {
      data: { planId: 'free' },
      idToken,
    });
    const subscriptionId = String(expectDone(created).subscriptionId);
    const headers = { 'idempotency-key': newKey() };
    const data = { subscriptionId, ...proMonth, ...code };
    return {
      owner,
      send: () => callable(app, 'changeSubscriptionPlan', { data, headers, idToken }),
      sendWithout: () =>
        callable(app, 'changeSubscriptionPlan', { data: { ...data, ...bare }, idToken }),
      id: () => subscriptionId,
    };
  },
};

/** A provider whose trials use the code up with their invoice of 0, each once. */
function dropping(app: () => TestApp): (real: PaymentProvider) => PaymentProvider {
  const dropped = new Set<string>();
  return (real) =>
    wrapPayments({
      ...real,
      async startSubscription(wanted) {
        const charge = await real.startSubscription(wanted);
        const id = charge.outcome === 'declined' ? undefined : charge.subscription.id;
        if (id !== undefined && !dropped.has(id)) {
          dropped.add(id);
          await sendToStripe(app(), `/v1/subscriptions/${id}`, { discounts: '' });
        }
        return charge;
      },
    });
}

const open = (payments: (real: PaymentProvider) => PaymentProvider) => {
  const billing = { cancel: 'ask' as const, promotionCodes: true };
  const product = { ...withTrial(), billing };
  return createTestApp({ payments, open: openFaultyDatabase, product, logger: false });
};

async function begin(app: TestApp, way: string, fault?: Fault) {
  await forgetCards(app);
  const project = await (ways[way] ?? expect.fail(way))(app);
  return { ...project, work: await withFault(fault, project.send) };
}

/** One way in a short run, since each fault is recovered from by itself. */
const casesOf = (short: keyof typeof ways) =>
  (isLong ? Object.keys(ways) : [short]).flatMap((way) =>
    chosenFaults.map((fault) => ({ way, ...fault })),
  );

describe('after a failure between any two steps, a code that the trial has used up', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await open(dropping(() => app));
  });
  afterAll(() => app.close());

  it.each(casesOf('free project'))(
    'lowers the first charge and no other: $way, $kind $moment ($place)',
    async ({ way, ...fault }) => {
      const each = await faultsOf(fault, async () => (await begin(app, way)).work);
      const begun: { id: string; owner: Person }[] = [];
      for (const one of each) {
        const { owner, send, id } = await begin(app, way, one);
        await recover(app);
        begun.push({ id: id(await send()), owner });
      }
      for (const { id } of begun) {
        expect((await atProvider(app, id)).subscriptions).toEqual(['trialing']);
      }
      const [{ owner } = expect.fail()] = begun;
      await passTime(app, 15 * dayMs, owner);
      await settle(app);
      for (const { id, owner: payer } of begun) {
        const { invoices } = await atProvider(app, id);
        expect(invoices.map(({ due }) => due)).toEqual([0, 2_000]);
        const { idToken } = await signIn(app, payer);
        const data = { subscriptionId: id };
        const summary = expectDone(await callable(app, 'getBillingSummary', { data, idToken }));
        expect(summary).toMatchObject({ next_invoice: { total: { amount: 4_000 } } });
      }
      expect(await findDrift(app)).toEqual([]);
    },
    600_000,
  );
});

describe('after a failure between any two steps, a code that is used up and not given again', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await open((real) =>
      wrapPayments({ ...real, keepDiscount: () => Promise.reject(new CodeRefused('Used up.')) }),
    );
  });
  afterAll(() => app.close());

  it.each(casesOf('purchase'))(
    'is refused, and nothing is charged: $way, $kind $moment ($place)',
    async ({ way, ...fault }) => {
      const each = await faultsOf(fault, async () => (await begin(app, way)).work);
      let sendWithout: Project['sendWithout'] | undefined;
      for (const one of each) {
        const project = await begin(app, way, one);
        await recover(app);
        expectRefusal(await project.send(), 'billing/code-invalid');
        await recover(app);
        expect(await listChargeable(app, project.owner)).toEqual([]);
        sendWithout = project.sendWithout;
      }
      expectDone((await sendWithout?.()) ?? expect.fail());
      await settle(app);
      expect(await findDrift(app)).toEqual([]);
    },
    600_000,
  );
});
