import * as contract from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import { adminLevelKeys, findPlan } from '../../subscriptions/index.ts';
import { toCard } from '../intents/payment-method.ts';
import { planPrice } from '../port/plan.ts';
import {
  type BillingAccount,
  findBillingAccount,
  type KeptCard,
} from '../records/billing-account-store.ts';
import { isForgetting } from '../records/intent-store.ts';
import { read } from './operation.ts';

/** What the subscription costs and what comes next. */
export const getBillingSummary = read(contract.getBillingSummary, async (input, context) => {
  const { db, view, settings } = context;
  const { planId, status } = view.subscription;
  const account = await findBillingAccount(db, input.subscriptionId);
  const plan = findPlan(settings, planId);
  const isAdmin = adminLevelKeys(settings.permissions).some((key) => view.held.includes(key));
  const isOver = status === 'canceled';
  const { next, periodEnd, details } = account ?? {};
  const card = await findShownCard(db, account);
  return {
    plan_id: planId,
    status,
    price: plan ? planPrice(plan) : { amount: 0, currency: 'usd' },
    next_invoice:
      next && periodEnd && !isOver ? { date: periodEnd.toISOString(), total: next } : null,
    ...(isAdmin && { card: card ? toCard(card) : null }),
    needs_billing_info: !isOver && plan?.free === false && (!card || !details),
    needs_confirmation: !isOver && account?.awaitsPerson === true,
  };
});

/** A reading that began before a transfer may have brought the old owner's card back. */
async function findShownCard(
  db: Database,
  account: BillingAccount | undefined,
): Promise<KeptCard | null> {
  const { subscriptionId, card } = account ?? {};
  return subscriptionId && card && !(await isForgetting(db, subscriptionId)) ? card : null;
}
