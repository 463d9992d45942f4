import type { Transaction } from '../../../../platform/transaction.ts';
import { recordAudit } from '../../../audit/index.ts';
import { lockSubscription, setPlan, setStatus } from '../../../subscriptions/index.ts';
import type { PayingContext, PerformContext } from '../../port/billing-services.ts';
import {
  type Charge,
  type ProviderSubscription,
  ProviderUnavailable,
} from '../../port/payment-provider.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { projectAfterEnd } from '../../projection/project-after-end.ts';
import { findSettledAccount } from '../../projection/settled-account.ts';
import { tellChosenPlan } from '../../projection/tell-plan-change.ts';
import {
  type AccountChange,
  type BillingAccount,
  outdateReadings,
  writeBillingAccount,
} from '../../records/billing-account-store.ts';
import type { IntentOf, IntentOutcome } from '../../records/intent.ts';
import { removePreview } from '../../records/plan-preview-store.ts';
import { recordDecline } from '../admit-card.ts';
import { takeFirstPayment } from '../first-payment.ts';
import { followEnding } from '../late-charge.ts';
import { asCharge, payWithCard } from '../pay-with-card.ts';
import { endIntent } from '../settle-intent.ts';

type ChangeIntent = IntentOf<'change-plan'>;
type Context = PayingContext;

/** Moves to the plan once the provider has the money; what waits for the person takes effect later. */
export async function performChange(
  intent: ChangeIntent,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { subscriptionId } = intent;
  const paying = requirePaying(context);
  const account = await findSettledAccount(subscriptionId, paying);
  const change = await chooseChange({ intent, account }, paying);
  const applied = await context.db
    .transaction()
    .execute((tx) => applyChange(tx, { intent, change }, context));
  const { subscription } = change.charge;
  const outcome = applied ?? (await followEnding({ intent, subscription }, paying));
  await projectAfterEnd(subscriptionId, paying);
  return outcome;
}

interface Asked {
  readonly intent: ChangeIntent;
  readonly account: BillingAccount | undefined;
}

/** What came of it at the provider, and what is charged from now on. */
interface Change {
  readonly charge: Pick<Charge, 'outcome'> & {
    clientSecret?: string;
    message?: string;
    subscription?: ProviderSubscription;
  };
  readonly account: AccountChange;
}

async function chooseChange(asked: Asked, context: Context): Promise<Change> {
  const charged = asked.account?.providerSubscriptionId;
  if (asked.intent.request.plan.free) {
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

async function startCharging({ intent, account }: Asked, context: Context): Promise<Change> {
  const { plan, email, payer } = intent.request;
  if (!payer) {
    throw new Error('A first payment was begun without a payer.');
  }
  const waiting = account?.nextProviderSubscriptionId;
  // Only one first payment can come through; the bank may say yes to the other at this moment.
  const key = `${intent.id}-end-${waiting}`;
  if (waiting && !(await context.payments.giveUpSubscription({ key, id: waiting }))) {
    return await adopt(intent, context);
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

/** What was paid meanwhile counts, and is changed like any other. */
async function adopt(intent: ChangeIntent, context: Context): Promise<Change> {
  const account = await findSettledAccount(intent.subscriptionId, context);
  const charged = account?.providerSubscriptionId;
  if (!charged) {
    throw new ProviderUnavailable('The provider has not settled the other first payment yet.');
  }
  return await changePrices({ intent, account }, charged, context);
}

async function changePrices(
  { intent, account }: Asked,
  providerSubscriptionId: string,
  { payments }: Context,
): Promise<Change> {
  const { plan, at, payer, email } = intent.request;
  const { id: intentId } = intent;
  const customerId = account?.customerId;
  const { priceIds } = plan;
  const change = { key: `${intentId}-prices`, providerSubscriptionId, priceIds, at: new Date(at) };
  const work = () => payments.changePrices(change);
  if (!payer || !customerId) {
    return { charge: await asCharge(work), account: {} };
  }
  const charge = await payWithCard(
    { intentId, customerId, email, payer },
    payments,
    async (card) => {
      const key = `${intentId}-default`;
      await payments.setDefaultCard({ key, customerId, cardId: card.id });
      return await work();
    },
  );
  return { charge, account: charge.outcome === 'declined' ? {} : { details: payer.details } };
}

interface Applying {
  readonly intent: ChangeIntent;
  readonly change: Change;
}

/** Undefined where somebody else has ended it meanwhile. */
async function applyChange(
  tx: Transaction,
  { intent, change }: Applying,
  context: PerformContext,
): Promise<IntentOutcome | undefined> {
  const { clock, client } = context;
  const { id, subscriptionId, accountId } = intent;
  const { plan } = intent.request;
  const { charge } = change;
  if (charge.outcome === 'declined') {
    const refusal = { code: 'billing/card-refused', detail: charge.message } as const;
    if (!(await endIntent(tx, { id, outcome: { refusal } }))) {
      return undefined;
    }
    await recordDecline(tx, accountId, context);
    return { refusal };
  }
  const { clientSecret } = charge;
  const outcome = { result: { subscriptionId, ...(clientSecret && { clientSecret }) } };
  await lockSubscription(tx, subscriptionId);
  if (!(await endIntent(tx, { id, outcome }))) {
    return undefined;
  }
  await writeBillingAccount(tx, subscriptionId, change.account);
  await outdateReadings(tx, subscriptionId);
  if (charge.outcome === 'paid') {
    const at = clock.now();
    await tellChosenPlan(tx, { intent, charged: charge.subscription }, context);
    await setPlan(tx, { id: subscriptionId, planId: plan.id, at });
    await removePreview(tx, { subscriptionId, planId: plan.id });
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
  return outcome;
}
