import * as contract from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import { adminLevelKeys, findPlan } from '../../subscriptions/index.ts';
import { isTransferPending } from '../intents/resume-open.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { isRetired, type Plan, planPrice } from '../port/plan.ts';
import {
  type BillingAccount,
  findBillingAccount,
  type KeptCard,
} from '../records/billing-account-store.ts';
import { readNextTotal } from './next-total.ts';
import { saga } from './operation.ts';
import { toCard } from './payment-method.ts';

/** Shows what the subscription costs and what comes next. */
export const getBillingSummary = saga(contract.getBillingSummary, async (input, context) => {
  const { db, view, settings } = context;
  const { planId, status } = view.subscription;
  const account = await findBillingAccount(db, input.subscriptionId);
  const plan = findPlan(settings, planId);
  const isAdmin = adminLevelKeys(settings.permissions).some((key) => view.held.includes(key));
  const isOver = status === 'canceled';
  const card = await findShownCard(db, account);
  return {
    plan_id: planId,
    status,
    ...toShownPrice(plan, account),
    next_invoice: isOver || plan?.free ? null : await findNextInvoice(account, context),
    ...(isAdmin && { card: card ? toCard(card) : null }),
    needs_billing_info: !isOver && plan?.free === false && !(card && account?.details),
    needs_confirmation: !isOver && account?.awaitsPerson === true,
  };
});

async function findNextInvoice(account: BillingAccount | undefined, context: PerformContext) {
  const next = account && (await readNextTotal(account, context));
  return next && account.periodEnd ? { date: account.periodEnd.toISOString(), total: next } : null;
}

/** The price that is charged; where none is, the price that the plan is sold at. */
function toShownPrice(plan: Plan | undefined, account: BillingAccount | undefined) {
  const planned = plan ? planPrice(plan) : { amount: 0, currency: 'usd' };
  return {
    price: account?.price ?? planned,
    is_retired_price: plan !== undefined && isRetired(plan, account?.priceIds),
  };
}

/** A reading that began before a transfer may have brought the old owner's card back. */
async function findShownCard(
  db: Database,
  account: BillingAccount | undefined,
): Promise<KeptCard | null> {
  const { subscriptionId, card } = account ?? {};
  return subscriptionId && card && !(await isTransferPending(db, subscriptionId)) ? card : null;
}
