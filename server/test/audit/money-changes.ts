import { expect } from 'vitest';
import {
  answerChallenge,
  billingDetails,
  billingInfo,
  confirmSetup,
  createPaidSubscription,
  dayMs,
  passTime,
  settle,
  typeCard as typeAtStripe,
  weekMs,
} from '../billing/support/payment-scenes.ts';
import { openDashboard } from '../billing/support/sandbox-dashboard.ts';
import { buy as buyInTrial } from '../billing/support/trial-scene.ts';
import { callAs, createRole } from '../harness/operators.ts';
import { withTrial } from '../harness/plan-prices.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { callable, createPerson, type Person, signIn } from '../harness/wire-client.ts';
import type { OperatorAction } from './operator-changes.ts';
import { type Action, type Changes, operator, type Row, written, writtenBy } from './recorder.ts';

/** Set for the end of the period, or taken back. */
export type LaterAction =
  | 'subscription.plan-change-scheduled'
  | 'subscription.plan-change-undone'
  | 'subscription.end-scheduled'
  | 'subscription.resumed';

export type MoneyAction = Extract<
  Exclude<Action, OperatorAction>,
  | 'subscription.plan-changed'
  | LaterAction
  | 'subscription.canceled'
  | 'subscription.trial-extended'
  | 'subscription.free-time-given'
  | 'subscription.free-time-ended'
  | 'subscription.past-due'
  | 'subscription.unpaid'
  | 'subscription.recovered'
  | `billing.${string}`
>;

/** Origin of a change without a request: the provider decided. */
const provider = { actor: null, origin: { address: '', user_agent: '' } };

/** Cases of money; a new action without a line does not compile. */
export const moneyChanges: Record<Exclude<MoneyAction, LaterAction>, Changes> = {
  'subscription.plan-changed': {
    async changeSubscriptionPlan(app) {
      const { payer, id } = await createPaying(app);
      const data = { subscriptionId: id, planId: 'enterprise' };
      const rows = await ask(app, payer, ['changeSubscriptionPlan', data]);
      const also = ['billing.payment-received' as const];
      return { rows, actor: payer.uid, subject: id, subscription: id, also };
    },
    async 'the bank'(app) {
      const { payer, id } = await createPaying(app, 'pm_card_authenticationRequired');
      const data = { subscriptionId: id, planId: 'enterprise' };
      const answer = await callable(app, 'changeSubscriptionPlan', { ...payer, data });
      const { clientSecret } = answer.json().data;
      const rows = await aboutOf(app, id, async () => {
        await answerChallenge(app, clientSecret, true);
        await settle(app);
      });
      const also = ['billing.payment-received' as const];
      return { rows, ...provider, subject: id, subscription: id, also };
    },
  },
  'subscription.trial-extended': {
    async actOnSubscription({ clock }) {
      const startsAt = clock.now();
      const trialing = await createOwnTestApp({ product: withTrial(), startsAt });
      const { idToken } = await createPerson(trialing);
      const answer = await buyInTrial(trialing, { idToken });
      const id = String(answer.json().data.subscriptionId);
      const rows = await writtenByOperator(trialing, id, { act: 'extend-trial', days: 7 });
      return { rows, actor: null, subject: id, subscription: id, origin: operator };
    },
  },
  'subscription.free-time-given': {
    async actOnSubscription(app) {
      const { id } = await createPaying(app);
      const rows = await writtenByOperator(app, id, { act: 'give-free-time', months: 2 });
      return { rows, actor: null, subject: id, subscription: id, origin: operator };
    },
  },
  'subscription.free-time-ended': {
    async actOnSubscription(app) {
      const { id } = await createPaying(app);
      await writtenByOperator(app, id, { act: 'give-free-time', months: 2 });
      const rows = await writtenByOperator(app, id, { act: 'end-free-time', seen: 1 });
      return { rows, actor: null, subject: id, subscription: id, origin: operator };
    },
  },
  'subscription.canceled': {
    async cancelSubscription(app) {
      const { payer, id } = await createPaying(app);
      const data = { subscriptionId: id, confirmationId: id };
      const rows = await ask(app, payer, ['cancelSubscription', data]);
      return { rows, actor: payer.uid, subject: id, subscription: id };
    },
    async actOnSubscription(app) {
      const { id } = await createPaying(app);
      const rows = await writtenByOperator(app, id, { act: 'end-now' });
      return { rows, actor: null, subject: id, subscription: id, origin: operator };
    },
    async abandonSubscription(app) {
      const { payer, id } = await createWaiting(app);
      const rows = await ask(app, payer, ['abandonSubscription', { subscriptionId: id }]);
      return { rows, actor: payer.uid, subject: id, subscription: id };
    },
    async 'the provider'(app) {
      const { payer, id } = await createWaiting(app);
      const rows = await aboutOf(app, id, () => passTime(app, dayMs, payer));
      return { rows, ...provider, subject: id, subscription: id };
    },
  },
  'subscription.past-due': {
    async 'the provider'(app) {
      const { payer, id } = await createPaying(app);
      await addCard(app, { payer, id }, '4000000000000341');
      const rows = await aboutOf(app, id, () => passTime(app, weekMs, payer));
      return { rows, ...provider, subject: id, subscription: id };
    },
  },
  'subscription.unpaid': {
    async 'the provider'(app) {
      const { payer, id } = await createPastDue(app);
      const rows = await aboutOf(app, id, () => passTime(app, 15 * dayMs, payer));
      return { rows, ...provider, subject: id, subscription: id };
    },
  },
  'subscription.recovered': {
    async setDefaultPaymentMethod(app) {
      const paying = await createPastDue(app);
      const { id } = paying;
      const rows = await aboutOf(app, id, () => addCard(app, paying, '4242424242424242'));
      const also = ['billing.default-card-changed', 'billing.payment-received'] as const;
      return { rows, ...provider, subject: id, subscription: id, also };
    },
  },
  'billing.details-updated': {
    async updateBillingDetails(app) {
      const { payer, id } = await createPaying(app);
      const data = { subscriptionId: id, ...billingDetails, name: 'Grace Hopper' };
      const rows = await ask(app, payer, ['updateBillingDetails', data]);
      return { rows, actor: payer.uid, subject: id, subscription: id };
    },
  },
  'billing.default-card-changed': {
    async setDefaultPaymentMethod(app) {
      const { payer, id } = await createPaying(app);
      const paymentMethodId = await typeCard(app, { payer, id }, '5555555555554444');
      const data = { subscriptionId: id, paymentMethodId };
      const rows = await ask(app, payer, ['setDefaultPaymentMethod', data]);
      return { rows, actor: payer.uid, subject: id, subscription: id };
    },
  },
  'billing.payment-received': {
    async 'the provider'(app) {
      const { payer, id } = await createPaying(app);
      const rows = await aboutOf(app, id, () => passTime(app, weekMs, payer));
      return { rows, ...provider, subject: id, subscription: id };
    },
  },
  'billing.payment-refunded': {
    async 'the provider'(app) {
      const { id } = await createPaying(app);
      const rows = await aboutOf(app, id, async () => {
        await openDashboard(app, id).refund(100);
        await settle(app);
      });
      return { rows, ...provider, subject: id, subscription: id };
    },
  },
  'billing.payment-disputed': {
    async 'the provider'(app) {
      const { id } = await createPaying(app);
      const rows = await aboutOf(app, id, () => dispute(app, id, 'open'));
      return { rows, ...provider, subject: id, subscription: id };
    },
  },
  'billing.dispute-closed': {
    async 'the provider'(app) {
      const { id } = await createPaying(app);
      await dispute(app, id, 'open');
      const rows = await aboutOf(app, id, () => dispute(app, id, 'lost'));
      return { rows, ...provider, subject: id, subscription: id };
    },
  },
  'billing.card-removed': {
    async deletePaymentMethod(app) {
      const { payer, id } = await createPaying(app);
      const paymentMethodId = await typeCard(app, { payer, id }, '5555555555554444');
      const data = { subscriptionId: id, paymentMethodId };
      const rows = await ask(app, payer, ['deletePaymentMethod', data]);
      return { rows, actor: payer.uid, subject: id, subscription: id };
    },
  },
};

/** Rows of an operator's act on the project. */
async function writtenByOperator(app: TestApp, id: string, act: object): Promise<Row[]> {
  const by = await createRole(app, 'billing');
  const body = { reason: 'Ticket 1', seen: 0, ...act };
  return await written(app, () => callAs(app, by, `POST /subscriptions/${id}/acts`, body));
}

async function dispute(app: TestApp, id: string, state: 'open' | 'lost'): Promise<void> {
  await openDashboard(app, id).dispute(state);
  await settle(app);
}

interface Paying {
  readonly payer: Person;
  readonly id: string;
}

export async function createPaying(app: TestApp, card = 'pm_card_visa'): Promise<Paying> {
  if (card === 'pm_card_visa') {
    const payer = await createPerson(app);
    return { payer, id: await createPaidSubscription(app, payer) };
  }
  const { payer, id, clientSecret } = await createWaiting(app, card);
  await answerChallenge(app, clientSecret, true);
  await settle(app);
  return { payer, id };
}

/** Its bank has asked for the person. */
async function createWaiting(app: TestApp, card = 'pm_card_authenticationRequired') {
  const payer = await createPerson(app);
  const data = { planId: 'pro', billingInfo: billingInfo(card) };
  const answer = await callable(app, 'createSubscription', { ...payer, data });
  const { subscriptionId, clientSecret } = answer.json().data;
  expect(clientSecret, answer.body).toEqual(expect.any(String));
  return { payer, id: String(subscriptionId), clientSecret: String(clientSecret) };
}

async function createPastDue(app: TestApp): Promise<Paying> {
  const { payer, id } = await createPaying(app);
  await addCard(app, { payer, id }, '4000000000000341');
  return { payer: await passTime(app, weekMs + dayMs / 2, payer), id };
}

/** A further card by the form in the browser; answers its id. */
async function typeCard(app: TestApp, { payer, id }: Paying, number: string): Promise<string> {
  const data = { subscriptionId: id };
  const setup = await callable(app, 'createSetupIntent', { ...payer, data });
  const card = await typeAtStripe(app, number);
  const answer = await confirmSetup(app, setup.json().data.clientSecret, card);
  expect(answer.statusCode, answer.body).toBe(200);
  return card;
}

/** A paid project that is charged next. */
async function addCard(app: TestApp, paying: Paying, number: string): Promise<void> {
  const payer = await signIn(app, paying.payer);
  const paymentMethodId = await typeCard(app, { ...paying, payer }, number);
  const data = { subscriptionId: paying.id, paymentMethodId };
  const answer = await callable(app, 'setDefaultPaymentMethod', { ...payer, data });
  expect(answer.statusCode, answer.body).toBe(200);
}

export function ask(
  app: TestApp,
  { idToken }: Person,
  [name, data]: [string, object],
): Promise<Row[]> {
  return written(app, () => callable(app, name, { idToken, data }));
}

/** Events that were written meanwhile about the subscription; signing in again is not about it. */
async function aboutOf(app: TestApp, id: string, work: () => Promise<unknown>): Promise<Row[]> {
  const rows = await writtenBy(app, work);
  return rows.filter(({ subject }) => subject === id);
}
