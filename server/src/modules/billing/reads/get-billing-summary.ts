import * as contract from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import type { Caller } from '../../identity/index.ts';
import {
  adminLevelKeys,
  findPlan,
  isFrozen,
  paysOnFree,
  requireSeesBilling,
  toOwed,
  toScheduledDocument,
} from '../../subscriptions/index.ts';
import { beforeBalance, toCard, toPartsDocument } from '../changes/shared/wire-documents.ts';
import { longestAnswerMs } from '../intents/answer-deadline.ts';
import { saga } from '../intents/operation.ts';
import { isTransferPending } from '../intents/resume-before-change.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { toComingPlan } from '../port/rules/coming-plan.ts';
import { isGivenPlan } from '../port/rules/given-plan.ts';
import { isRetired, type Plan, priceAmount, priceOfItems } from '../port/rules/plan.ts';
import { readNextTotal } from '../projection/next-total.ts';
import type { BillingAccount, KeptCard } from '../records/billing-account-store.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { hasDecidingIntent } from '../records/intent-store.ts';
import { listPaid } from '../records/ledger-store.ts';

/** Shows the price, the next renewal and the card of the subscription. */
export const getBillingSummary = saga(contract.getBillingSummary, async (input, context) => {
  const { db, view, settings } = context;
  const { planId, status } = view.subscription;
  requireSeesBilling(view, 'summary', settings);
  const account = await findBillingAccount(db, input.subscriptionId);
  const plan = findPlan(settings, planId);
  const isAdmin = adminLevelKeys(settings.permissions).some((key) => view.held.includes(key));
  const isOver = status === 'canceled';
  const card = await findShownCard(db, account);
  return {
    plan_id: planId,
    status,
    ...toShownPrice(plan, account, settings),
    ...(await findCharges({ ...view.subscription, plan, account }, toReading(context))),
    ...(isAdmin && {
      card: card ? toCard(card) : null,
      owed: account && !isOver ? toOwed(account) : null,
    }),
    ...(isOver ? nothingNeeded : findNeeds({ plan, card, account }, settings)),
    ...(!isOver && account?.isTaxStopped && { needs_tax_address: true }),
    ...(!isOver && (await isFrozen(db, input.subscriptionId)) && { is_frozen: true }),
    ...(!isOver && (await isUnderWay(input.subscriptionId, context)) && { is_under_way: true }),
    needs_confirmation: !isOver && account?.awaitsPerson === true,
  };
});

/** A view of an operator keeps no total that the provider answers, so it asks for none. */
function toReading<Context extends PerformContext & { readonly caller: Caller }>(context: Context) {
  return context.caller.seenBy === undefined ? context : { ...context, payments: undefined };
}

/** Whether a change goes on for longer than anybody waits for its answer. */
function isUnderWay(id: string, { db, clock }: Pick<PerformContext, 'db' | 'clock'>) {
  return hasDecidingIntent(db, id, new Date(clock.now().getTime() - longestAnswerMs));
}

interface Charged {
  readonly id: string;
  readonly status: string;
  readonly plan: Plan | undefined;
  readonly account: BillingAccount | undefined;
}

/** Finds what is charged next, or was paid until the end. */
async function findCharges({ id, status, plan, account }: Charged, context: PerformContext) {
  if (status === 'canceled') {
    return { ...nothingNext, paid_total: await sumPaid(context.db, id) };
  }
  // Nothing is charged by itself before the first payment is through.
  if (status === 'incomplete') {
    return nothingNext;
  }
  if (!plan?.free) {
    return await findNext(account, context);
  }
  const next_invoice = paysOnFree(account) ? await findNextInvoice(account, context) : null;
  return { ...nothingNext, next_invoice };
}

async function sumPaid(db: Database, subscriptionId: string) {
  const paid = await listPaid(db, subscriptionId);
  return {
    amounts: paid.map(({ amount, currency }) => ({ amount, currency })),
    invoices: paid.reduce((sum, { invoices }) => sum + invoices, 0),
  };
}

/** On Free, an end that is set at the provider does not end the project. */
const nothingNext = { next_invoice: null, cancel_at: null, scheduled: null };

async function findNext(account: BillingAccount | undefined, context: PerformContext) {
  const next_invoice = await findNextInvoice(account, context);
  const coming = toComingPlan(account?.scheduled, context.settings);
  const isComingFree = coming !== null && coming.frequency === null;
  return {
    next_invoice: isComingFree ? null : next_invoice,
    cancel_at: account?.endsAt?.toISOString() ?? null,
    scheduled: coming && toScheduledDocument(coming),
    ...(account?.trialEnd && { trial_end: account.trialEnd.toISOString() }),
    ...(account?.freeUntil && { free_until: account.freeUntil.toISOString() }),
  };
}

const nothingNeeded = { needs_billing_info: false, needs_card: false, needs_details: false };

interface Payer extends Pick<Charged, 'plan' | 'account'> {
  readonly card: KeptCard | null;
}

function findNeeds({ plan, card, account }: Payer, settings: contract.HearthConfig) {
  const needs_card = !card;
  const needs_details = !account?.details;
  const isPaid = plan?.free === false && !isGivenPlan(account, settings);
  return { needs_billing_info: isPaid && (needs_card || needs_details), needs_card, needs_details };
}

async function findNextInvoice(account: BillingAccount | undefined, context: PerformContext) {
  if (!account?.periodEnd || account.isPaused) {
    return null;
  }
  const next = await readNextTotal(account, context);
  if (!next) {
    return null;
  }
  const { total, parts } = next;
  const { currency } = total;
  return {
    date: account.periodEnd.toISOString(),
    total,
    ...toPartsDocument(parts, currency),
    balance: { amount: total.amount - beforeBalance(parts), currency },
  };
}

/** Price that is charged, or else the first present price of the plan. */
function toShownPrice(
  plan: Plan | undefined,
  account: BillingAccount | undefined,
  settings: contract.HearthConfig,
) {
  const [first] = plan?.prices ?? [];
  const planned = first ? priceAmount(first) : { amount: 0, currency: 'usd' };
  const charged = plan?.free ? undefined : priceOfItems(settings, account?.items);
  return {
    price: account?.price ?? planned,
    frequency: charged?.frequency ?? null,
    is_retired_price: plan !== undefined && isRetired(plan, account?.items),
  };
}

/** Hides the card while a transfer is open: an earlier reading may have stored the old owner's again. */
async function findShownCard(
  db: Database,
  account: BillingAccount | undefined,
): Promise<KeptCard | null> {
  const { subscriptionId, card } = account ?? {};
  return subscriptionId && card && !(await isTransferPending(db, subscriptionId)) ? card : null;
}
