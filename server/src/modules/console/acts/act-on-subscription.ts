import * as contract from '@hearth/contract';
import { type Money, toMinorUnits } from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import {
  asRefusals,
  beginByOperator,
  finishByOperator,
  prepareMove,
  prepareRefund,
  resyncBilling,
  toEndLater,
  toEndNow,
  toFreePlan,
  toFreeTime,
  toLongerTrial,
  toMove,
  toNoFreeTime,
  toResume,
} from '../../billing/index.ts';
import { resendByOperator } from '../../members/index.ts';
import {
  findSubscription,
  lockSubscription,
  requireUnfrozen,
  type Subscription,
  transferByOperator,
} from '../../subscriptions/index.ts';
import { type MoneyServices, saga } from '../operation.ts';
import { findNewestNumber, findWaitingAct, sumGivenAlone, toState } from './act-store.ts';
import { actOnce } from './once.ts';

type Input = contract.InputOf<typeof contract.actOnSubscription>;

/** A change of money that carries an act out. */
interface Planned {
  readonly change: Parameters<typeof beginByOperator>[2];
  /** Money that it gives away; undefined if it gives nothing. */
  readonly worth?: contract.Money | undefined;
  /** Whether a second operator has agreed. */
  readonly isApproved?: true;
}

/** Carries the act out in the transaction that notes it; answers the change of money that it needs, if any. */
type Step = (
  tx: Transaction,
  subscription: Subscription,
  context: MoneyServices,
) => Promise<Planned | undefined>;

/** Asks others first, such as the payment provider, outside of any transaction. */
type Prepare = (input: Input, context: MoneyServices) => Promise<Step>;

const missing = (detail: string) => refuse('operator/missing-detail', detail);

const steps: Readonly<Record<contract.SubscriptionAct, Prepare>> = {
  note: async () => async () => undefined,
  /** It says itself in the activity that it was done. */
  async resync({ subscriptionId }, context) {
    await asRefusals(() => resyncBilling(subscriptionId, toPaying(context)));
    return async () => undefined;
  },
  'resend-invite':
    async ({ inviteId = missing('inviteId') }) =>
    async (tx, subscription, context) => {
      await resendByOperator(tx, { inviteId, subscription }, context);
      return undefined;
    },
  async refund({ subscriptionId, invoiceId = missing('invoiceId'), amount }, context) {
    const wanted = { subscriptionId, invoiceId, amount };
    const { worth, ...change } = await prepareRefund(wanted, toPaying(context));
    return async (tx) => {
      await requireUnfrozen(tx, subscriptionId);
      return { change, worth };
    };
  },
  'end-now': async () => async (tx, subscription, context) => ({
    change: { request: await toEndNow(tx, subscription, context) },
  }),
  'end-with-period': async () => async (tx, subscription, context) => ({
    change: { request: await toEndLater(tx, subscription, context) },
  }),
  resume: async () => async (tx, subscription, context) => ({
    change: { request: await toResume(tx, subscription, context) },
  }),
  'extend-trial':
    async ({ days = missing('days') }) =>
    async (tx, subscription, context) => {
      const { worth, request } = await toLongerTrial(tx, subscription, days, context);
      return { change: { request }, worth };
    },
  'give-free-time':
    async ({ months = missing('months') }) =>
    async (tx, subscription, context) => {
      const { worth, request } = await toFreeTime(tx, subscription, months, context);
      return { change: { request }, worth };
    },
  'end-free-time': async () => async (tx, subscription, context) => ({
    change: { request: await toNoFreeTime(tx, subscription, context) },
  }),
  'give-free-plan':
    async ({ planId = missing('planId'), months = missing('months') }) =>
    async (tx, subscription, context) => {
      const wanted = { planId, months };
      const { worth, request } = await toFreePlan(tx, subscription, wanted, context);
      return { change: { request }, worth };
    },
  async 'move-price'({ subscriptionId }, context) {
    const before = await findSubscription(context.db, subscriptionId);
    const paying = toPaying(context);
    const move = await prepareMove(before ?? refuse('subscription/unknown'), paying);
    return async (tx, subscription) => ({
      change: await toMove(tx, subscription, move, paying),
    });
  },
  transfer:
    async ({ memberId = missing('memberId') }) =>
    async (tx, subscription, context) => {
      await transferByOperator(tx, { subscription, newOwnerId: memberId }, context);
      return undefined;
    },
  async approve(input, context) {
    const { act, details, operatorId } = await findWaiting(input, context);
    const { uid } = context.operator;
    refuseIf(uid !== null && uid === operatorId, 'operator/second-needed');
    const step = await steps[act]({ ...input, ...details, act }, context);
    return async (tx, subscription, services) => {
      await findWaiting(input, { db: tx });
      const planned = await step(tx, subscription, services);
      return planned && { ...planned, isApproved: true };
    };
  },
  async decline(input) {
    return async (tx) => {
      await findWaiting(input, { db: tx });
      return undefined;
    };
  },
};

/** The act that the input approves or declines; refuses one that does not wait. */
async function findWaiting(
  { subscriptionId, of = missing('of') }: Input,
  { db }: Pick<MoneyServices, 'db'>,
) {
  const found = await findWaitingAct(db, { subjectId: subscriptionId, number: of });
  return found ?? refuse('operator/not-waiting');
}

/**
 * Does an act on a project once. A change of money begins in this transaction; a running server finishes it if the
 * provider is silent. An act that needs a second operator is only noted.
 */
export const actOnSubscription = saga(contract.actOnSubscription, async (input, context) => {
  const { clock, operator, db } = context;
  const { subscriptionId, act, reason, seen } = input;
  const right = contract.subscriptionActRights[act];
  refuseUnless(contract.mayOperate(operator.role, right), 'access/denied');

  const isAsked = (await findNewestNumber(db, subscriptionId)) > seen;
  const step = isAsked ? undefined : await steps[act](input, context);
  let begun: Awaited<ReturnType<typeof beginByOperator>> | undefined;
  const noted = await context.transaction(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    const subscription =
      (await findSubscription(tx, subscriptionId)) ?? refuse('subscription/unknown');
    const asked = { subjectId: subscriptionId, act, details: toDetails(input), reason };
    const what = { act: { ...asked, operatorId: operator.uid }, seen, at: clock.now() };
    return await actOnce(tx, what, async () => {
      const planned = await (step ?? refuse('operator/acted-meanwhile'))(tx, subscription, context);
      const worth = planned?.isApproved ? undefined : planned?.worth;
      if (worth && (await exceedsOneOperator(tx, { subscriptionId, worth }, context))) {
        return { intentId: null, isWaiting: true };
      }
      begun = planned && (await beginByOperator(tx, subscription, planned.change, context));
      return { intentId: begun?.id ?? null, isWaiting: false, worth };
    });
  });

  const intent = begun ?? noted.intentId;
  if (noted.isWaiting) {
    return { number: noted.number, state: 'waiting' as const };
  }
  const outcome = intent === null ? undefined : await finishByOperator(intent, toPaying(context));
  return { number: noted.number, state: outcome === undefined ? 'done' : toState(outcome) };
});

function toDetails(input: Input): contract.ActDetails {
  const { invoiceId, amount, inviteId, memberId, days, months, planId, of } = input;
  return {
    ...(invoiceId !== undefined && { invoiceId }),
    ...(amount !== undefined && { amount }),
    ...(inviteId !== undefined && { inviteId }),
    ...(memberId !== undefined && { memberId }),
    ...(days !== undefined && { days }),
    ...(months !== undefined && { months }),
    ...(planId !== undefined && { planId }),
    ...(of !== undefined && { of }),
  };
}

function toPaying(context: MoneyServices) {
  const { payments = refuse('billing/not-set-up') } = context;
  return { ...context, payments };
}

/** Sums that are given away within this time count together. */
const sameGiftMs = 24 * 3_600_000;

interface Given {
  readonly subscriptionId: string;
  readonly worth: Money;
}

/** Whether one operator may not give that away alone, with what was given lately. The command line may: its user has the database. */
async function exceedsOneOperator(
  tx: Transaction,
  { subscriptionId: subjectId, worth }: Given,
  { clock, operator, settings }: Pick<MoneyServices, 'clock' | 'operator' | 'settings'>,
): Promise<boolean> {
  const { amount, currency } = worth;
  const most = settings.policy.secondOperatorAbove[currency];
  if (most === undefined || operator.uid === null) {
    return false;
  }
  const since = new Date(clock.now().getTime() - sameGiftMs);
  const given = await sumGivenAlone(tx, { subjectId, currency, since });
  return amount + given > toMinorUnits({ price: most, currency }).amount;
}
