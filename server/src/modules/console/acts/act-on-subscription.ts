import * as contract from '@hearth/contract';
import { refuse, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import {
  asRefusals,
  beginByOperator,
  finishByOperator,
  prepareRefund,
  resyncBilling,
  toEndLater,
  toEndNow,
  toFreeTime,
  toLongerTrial,
  toNoFreeTime,
  toResume,
} from '../../billing/index.ts';
import { resendByOperator } from '../../members/index.ts';
import {
  findSubscription,
  lockSubscription,
  type Subscription,
} from '../../subscriptions/index.ts';
import { type MoneyServices, saga } from '../operation.ts';
import { findNewestNumber, toState } from './act-store.ts';
import { actOnce } from './once.ts';

type Input = contract.InputOf<typeof contract.actOnSubscription>;
type Begun = Awaited<ReturnType<typeof beginByOperator>>;

/** Carries the act out in the transaction that notes it; answers the change of money that it has begun, if it needs one. */
type Step = (
  tx: Transaction,
  subscription: Subscription,
  context: MoneyServices,
) => Promise<Begun | undefined>;

/** Asks others first, such as the payment provider, outside of any transaction. */
type Prepare = (input: Input, context: MoneyServices) => Promise<Step>;

const steps: Readonly<Record<contract.SubscriptionAct, Prepare>> = {
  note: async () => async () => undefined,
  /** It says itself in the activity that it was done. */
  async resync({ subscriptionId }, context) {
    await asRefusals(() => resyncBilling(subscriptionId, toPaying(context)));
    return async () => undefined;
  },
  'resend-invite':
    async ({ inviteId = refuse('operator/missing-detail', 'inviteId') }) =>
    async (tx, subscription, context) => {
      await resendByOperator(tx, { inviteId, subscription }, context);
      return undefined;
    },
  async refund(input, context) {
    const { subscriptionId, invoiceId = refuse('operator/missing-detail', 'invoiceId') } = input;
    const wanted = { subscriptionId, invoiceId, amount: input.amount };
    const refund = await prepareRefund(wanted, toPaying(context));
    return async (tx, subscription, services) =>
      await beginByOperator(tx, subscription, refund, services);
  },
  'end-now': async () => async (tx, subscription, context) => {
    const request = await toEndNow(tx, subscription, context);
    return await beginByOperator(tx, subscription, { request }, context);
  },
  'end-with-period': async () => async (tx, subscription, context) => {
    const request = await toEndLater(tx, subscription, context);
    return await beginByOperator(tx, subscription, { request }, context);
  },
  resume: async () => async (tx, subscription, context) => {
    const request = await toResume(tx, subscription, context);
    return await beginByOperator(tx, subscription, { request }, context);
  },
  'extend-trial':
    async ({ days = refuse('operator/missing-detail', 'days') }) =>
    async (tx, subscription, context) => {
      const request = await toLongerTrial(tx, subscription, days);
      return await beginByOperator(tx, subscription, { request }, context);
    },
  'give-free-time':
    async ({ months = refuse('operator/missing-detail', 'months') }) =>
    async (tx, subscription, context) => {
      const request = await toFreeTime(tx, subscription, months, context);
      return await beginByOperator(tx, subscription, { request }, context);
    },
  'end-free-time': async () => async (tx, subscription, context) => {
    const request = await toNoFreeTime(tx, subscription);
    return await beginByOperator(tx, subscription, { request }, context);
  },
};

/**
 * Does one of the acts on a project, once. What changes money is a change like its owner's: begun in the transaction
 * that notes the act, and finished by a running server if the provider is silent.
 */
export const actOnSubscription = saga(contract.actOnSubscription, async (input, context) => {
  const { clock, operator, db } = context;
  const { subscriptionId, act, reason, seen } = input;
  const right = contract.subscriptionActRights[act];
  refuseUnless(contract.mayOperate(operator.role, right), 'access/denied');

  const isAsked = (await findNewestNumber(db, subscriptionId)) > seen;
  const step = isAsked ? undefined : await steps[act](input, context);
  let begun: Begun | undefined;
  const noted = await context.transaction(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    const subscription =
      (await findSubscription(tx, subscriptionId)) ?? refuse('subscription/unknown');
    const asked = { subjectId: subscriptionId, act, details: toDetails(input), reason };
    const what = { act: { ...asked, operatorId: operator.uid }, seen, at: clock.now() };
    return await actOnce(tx, what, async () => {
      begun = await (step ?? refuse('operator/acted-meanwhile'))(tx, subscription, context);
      return begun?.id ?? null;
    });
  });

  const intent = begun ?? noted.intentId;
  const outcome = intent === null ? undefined : await finishByOperator(intent, toPaying(context));
  return { number: noted.number, state: outcome === undefined ? 'done' : toState(outcome) };
});

function toDetails({ invoiceId, amount, inviteId, days, months }: Input): contract.ActDetails {
  return {
    ...(invoiceId !== undefined && { invoiceId }),
    ...(amount !== undefined && { amount }),
    ...(inviteId !== undefined && { inviteId }),
    ...(days !== undefined && { days }),
    ...(months !== undefined && { months }),
  };
}

function toPaying(context: MoneyServices) {
  const { payments = refuse('billing/not-set-up') } = context;
  return { ...context, payments };
}
