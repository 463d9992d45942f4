import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd, verdictOf } from '../../harness/crowd.ts';
import { createTestApp, openSecondApp, type TestApp } from '../../harness/test-app.ts';
import { type Answer, callable, type Person } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import {
  addCard,
  atProvider,
  billingDetails,
  billingInfo,
  findCards,
} from '../support/payment-scenes.ts';

interface Click {
  readonly call: string;
  /** The plan that it is about; none for a creation. */
  readonly plan?: string;
  readonly data: (known: Known) => object | Promise<object>;
  /** Once each, the provider has this afterwards. */
  readonly subscriptions: string[];
  readonly cards: string[];
  /** How many invoices were. */
  readonly paid: number;
  readonly verdict?: string;
}

interface Known {
  readonly subscriptionId: string;
  readonly owner: Person;
}

const timesAtOnce = process.env.HEARTH_LONG ? [2, 3, 4, 5] : [3];

describe('clicked several times at once, in two processes', () => {
  let first: TestApp;
  beforeAll(async () => {
    first = await createTestApp({ logger: false });
  });
  afterAll(() => first.close());

  async function buy(owner: Person, planId: string): Promise<string> {
    const data = { planId, billingInfo: billingInfo() };
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await callable(first, 'createSubscription', { ...owner, data, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data.subscriptionId;
  }

  const second = async ({ subscriptionId, owner }: Known) => {
    const { idToken } = owner;
    return { paymentMethodId: await addCard(first, { subscriptionId, idToken }) };
  };
  const one = { subscriptions: ['active'], cards: ['4242'] };
  const clicks: Readonly<Record<string, Click>> = {
    'a creation': {
      call: 'createSubscription',
      data: () => ({ planId: 'enterprise', billingInfo: billingInfo() }),
      ...one,
      paid: 1,
    },
    'a creation that is declined': {
      call: 'createSubscription',
      data: () => ({ planId: 'pro', billingInfo: billingInfo('pm_card_chargeCustomerFail') }),
      verdict: 'billing/card-refused',
      subscriptions: [],
      cards: [],
      paid: 0,
    },
    'a change up': {
      call: 'changeSubscriptionPlan',
      plan: 'pro',
      data: ({ subscriptionId }) => ({ subscriptionId, planId: 'enterprise' }),
      ...one,
      paid: 2,
    },
    'a change down': {
      call: 'changeSubscriptionPlan',
      plan: 'enterprise',
      data: ({ subscriptionId }) => ({ subscriptionId, planId: 'pro' }),
      ...one,
      paid: 2,
    },
    'a change to free': {
      call: 'changeSubscriptionPlan',
      plan: 'pro',
      data: ({ subscriptionId }) => ({ subscriptionId, planId: 'free' }),
      ...one,
      // The second one gives back the rest of the week.
      paid: 2,
    },
    'a change from free': {
      call: 'changeSubscriptionPlan',
      plan: 'free',
      data: ({ subscriptionId }) => ({
        subscriptionId,
        planId: 'pro',
        billingInfo: billingInfo(),
      }),
      ...one,
      paid: 1,
    },
    'a cancelation': {
      call: 'cancelSubscription',
      plan: 'pro',
      data: ({ subscriptionId }) => ({ subscriptionId, confirmationId: subscriptionId }),
      subscriptions: ['canceled'],
      cards: ['4242'],
      paid: 1,
    },
    'new details': {
      call: 'updateBillingDetails',
      plan: 'pro',
      data: ({ subscriptionId }) => ({ subscriptionId, ...billingDetails, name: 'Ada King' }),
      ...one,
      paid: 1,
    },
    'another default card': {
      call: 'setDefaultPaymentMethod',
      plan: 'pro',
      data: async (known) => ({ subscriptionId: known.subscriptionId, ...(await second(known)) }),
      subscriptions: ['active'],
      cards: ['4242', '4444'],
      paid: 1,
    },
    'a card that is removed': {
      call: 'deletePaymentMethod',
      plan: 'pro',
      data: async (known) => ({ subscriptionId: known.subscriptionId, ...(await second(known)) }),
      ...one,
      paid: 1,
    },
  };

  describe.each(Object.entries(clicks))('%s', (_name, click) => {
    it.each(timesAtOnce)('%i times, has one effect and one answer', async (times) => {
      const other = await openSecondApp(first, false);
      const [owner = expect.fail()] = await createCrowd(first, 1);
      const subscriptionId = click.plan ? await buyOrFound(owner, click.plan) : '';
      const data = await click.data({ subscriptionId, owner });
      const headers = { 'idempotency-key': randomUUID() };
      const answers = await Promise.all(
        Array.from({ length: times }, (_, index) =>
          callable(index % 2 ? other : first, click.call, { ...owner, data, headers }),
        ),
      );
      const { verdict = 'ok' } = click;
      expect(answers.map(verdictOf), answers[0]?.body).toEqual(answers.map(() => verdict));
      expect(new Set(answers.map(({ body }: Answer) => body)).size).toBe(1);
      const id = subscriptionId || answers[0]?.json().data?.subscriptionId;
      await expectOnce(click, id, owner);
    });
  });

  const buyOrFound = async (owner: Person, planId: string) =>
    planId === 'free' ? await found(owner) : await buy(owner, planId);

  async function found(owner: Person): Promise<string> {
    const headers = { 'idempotency-key': randomUUID() };
    const data = { planId: 'free' };
    const answer = await callable(first, 'createSubscription', { ...owner, data, headers });
    return answer.json().data.subscriptionId;
  }

  async function expectOnce(click: Click, id: string | undefined, owner: Person): Promise<void> {
    await first.app.runDue();
    await first.app.runJobs();
    expect(await findDrift(first)).toEqual([]);
    if (id === undefined) {
      return;
    }
    const theirs = await atProvider(first, id);
    expect(theirs.subscriptions).toEqual(click.subscriptions);
    expect(theirs.cards.toSorted()).toEqual(click.cards);
    expect(theirs.invoices.filter(({ status }) => status === 'paid')).toHaveLength(click.paid);
    if (click.call === 'setDefaultPaymentMethod') {
      const cards = await findCards(first, id, owner);
      expect(cards.find(({ isDefault }) => isDefault)?.card.last4).toBe('4444');
    }
  }
});
