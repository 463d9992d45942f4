import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { setPlan, setStatus } from '../subscriptions/index.ts';
import {
  type AccountChange,
  type BillingAccount,
  findBillingAccount,
  writeBillingAccount,
} from './billing-account-store.ts';
import { takeFirstPayment } from './first-payment.ts';
import type { IntentOf, IntentOutcome } from './intent.ts';
import { endIntent } from './intent-store.ts';
import { type Charge, ProviderRefusal } from './payment-provider.ts';
import type { PayingContext, PerformContext } from './perform-context.ts';
import { type Plan, requireChoosable } from './plan.ts';
import { projectBilling } from './project-billing.ts';
import { requirePayments } from './require-payments.ts';

type ChangeIntent = IntentOf<'change-plan'>;
type Context = PayingContext;

/** Moves to the plan once the provider has the money; what waits for the person takes effect later. */
export async function performChange(
  intent: ChangeIntent,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { subscriptionId, request } = intent;
  const paying = { ...context, payments: requirePayments(context.payments) };
  const plan = requireChoosable(context.settings, request.planId);
  const account = await findSettledAccount(subscriptionId, paying);
  const change = await chooseChange({ intent, plan, account }, paying);
  const outcome = await context.db
    .transaction()
    .execute((tx) => applyChange(tx, { intent, plan, change }, context));
  await projectBilling(subscriptionId, paying);
  return outcome;
}

/** A first payment that came through meanwhile counts before anything else is charged. */
async function findSettledAccount(
  subscriptionId: string,
  context: Context,
): Promise<BillingAccount | undefined> {
  const account = await findBillingAccount(context.db, subscriptionId);
  if (!account?.nextProviderSubscriptionId) {
    return account;
  }
  await projectBilling(subscriptionId, context);
  return await findBillingAccount(context.db, subscriptionId);
}

interface Asked {
  readonly intent: ChangeIntent;
  readonly plan: Plan;
  readonly account: BillingAccount | undefined;
}

/** What came of it at the provider, and what is charged from now on. */
interface Change {
  readonly charge: Pick<Charge, 'outcome'> & { clientSecret?: string; message?: string };
  readonly account: AccountChange;
}

async function chooseChange(asked: Asked, context: Context): Promise<Change> {
  const charged = asked.account?.providerSubscriptionId;
  if (asked.plan.free) {
    return await stopCharging(asked, context);
  }
  return charged
    ? await changePrices(asked, charged, context)
    : await startCharging(asked, context);
}

/** The credit stays with the customer; there is no provider object on a free plan. */
async function stopCharging({ intent, account }: Asked, { payments }: Context): Promise<Change> {
  if (account?.providerSubscriptionId) {
    const id = account.providerSubscriptionId;
    await payments.endSubscription({ key: `${intent.id}-end`, id });
  }
  return { charge: { outcome: 'paid' }, account: { providerSubscriptionId: null } };
}

async function startCharging({ intent, plan, account }: Asked, context: Context): Promise<Change> {
  const { email, payer } = intent.request;
  if (!payer) {
    throw new Error('A first payment was begun without a payer.');
  }
  if (account?.nextProviderSubscriptionId) {
    // Only one first payment can come through.
    const id = account.nextProviderSubscriptionId;
    await context.payments.endSubscription({ key: `${intent.id}-end-${id}`, id });
  }
  const charge = await takeFirstPayment({ intent, plan, email, payer }, context);
  if (charge.outcome === 'declined') {
    return { charge, account: {} };
  }
  const { id } = charge.subscription;
  return {
    charge,
    account:
      charge.outcome === 'paid'
        ? { providerSubscriptionId: id, nextProviderSubscriptionId: null, details: payer.details }
        : { nextProviderSubscriptionId: id, details: payer.details },
  };
}

async function changePrices(
  { intent, plan, account }: Asked,
  providerSubscriptionId: string,
  { payments }: Context,
): Promise<Change> {
  const { priceIds } = plan;
  const { at: shownAt, payer, email } = intent.request;
  const at = new Date(shownAt);
  const customerId = account?.customerId;
  try {
    if (payer && customerId) {
      const { details, cardId } = payer;
      await payments.updateCustomer({ key: `${intent.id}-details`, customerId, email, details });
      const card = await payments.attachCard({ key: `${intent.id}-card`, customerId, cardId });
      const key = `${intent.id}-default`;
      await payments.setDefaultCard({ key, customerId, cardId: card.id });
    }
    const key = `${intent.id}-prices`;
    const charge = await payments.changePrices({ key, providerSubscriptionId, priceIds, at });
    return { charge, account: payer ? { details: payer.details } : {} };
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      return { charge: { outcome: 'declined', message: error.message }, account: {} };
    }
    throw error;
  }
}

interface Applying {
  readonly intent: ChangeIntent;
  readonly plan: Plan;
  readonly change: Change;
}

async function applyChange(
  tx: Transaction,
  { intent, plan, change }: Applying,
  { clock, client }: PerformContext,
): Promise<IntentOutcome> {
  const { id, subscriptionId, accountId } = intent;
  const { charge } = change;
  if (charge.outcome === 'declined') {
    const refusal = { code: 'billing/card-refused', detail: charge.message } as const;
    await endIntent(tx, { id, outcome: { refusal } });
    return { refusal };
  }
  const { clientSecret } = charge;
  const outcome = { result: { subscriptionId, ...(clientSecret && { clientSecret }) } };
  if (await endIntent(tx, { id, outcome })) {
    await writeBillingAccount(tx, subscriptionId, change.account);
    if (charge.outcome === 'paid') {
      const at = clock.now();
      await setPlan(tx, { id: subscriptionId, planId: plan.id, at });
      if (plan.free) {
        // Nothing is owed any more.
        await setStatus(tx, { id: subscriptionId, status: 'active', at });
      }
      await recordAudit(tx, {
        action: 'subscription.plan-changed',
        actorId: accountId,
        subjectId: subscriptionId,
        subscriptionId,
        at,
        origin: client,
      });
    }
  }
  return outcome;
}
