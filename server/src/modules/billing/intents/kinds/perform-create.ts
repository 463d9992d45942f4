import type { Transaction } from '../../../../platform/transaction.ts';
import { recordAudit } from '../../../audit/index.ts';
import { setStatus } from '../../../subscriptions/index.ts';
import type { PerformContext } from '../../port/billing-services.ts';
import type { Charge } from '../../port/payment-provider.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { projectAfterEnd } from '../../projection/project-after-end.ts';
import { writeBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, IntentOutcome } from '../../records/intent.ts';
import { takeFirstPayment } from '../first-payment.ts';
import { followEnding } from '../late-charge.ts';
import { refuseCreation } from '../refuse-creation.ts';
import { endIntent } from '../settle-intent.ts';

type CreateIntent = IntentOf<'create'>;

/** Takes the first payment of a subscription that waits as `incomplete`; a decline takes it back. */
export async function performCreate(
  intent: CreateIntent,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { plan, email, payer } = intent.request;
  if (!payer) {
    return await context.db.transaction().execute((tx) => activate(tx, intent, context));
  }
  const paying = requirePaying(context);
  const payment = { intent, plan, email, payer };
  const charge = await takeFirstPayment(payment, paying);
  if (charge.outcome === 'declined') {
    const { customerId, message: detail } = charge;
    const refusal = { code: 'billing/card-refused', detail } as const;
    return await refuseCreation({ intent, refusal, customerId }, context);
  }
  const applied = await context.db
    .transaction()
    .execute((tx) => applyCharge(tx, { intent, charge }, context));
  const { subscription } = charge;
  const outcome = applied ?? (await followEnding({ intent, subscription }, paying));
  await projectAfterEnd(intent.subscriptionId, paying);
  return outcome;
}

/** A free one needs nobody's answer. */
async function activate(
  tx: Transaction,
  intent: CreateIntent,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { subscriptionId } = intent;
  const outcome = { result: { subscriptionId } };
  if (await endIntent(tx, { id: intent.id, outcome })) {
    await setStatus(tx, { id: subscriptionId, status: 'active', at: context.clock.now() });
    await recordCreation(tx, intent, context);
  }
  return outcome;
}

interface Applying {
  readonly intent: CreateIntent;
  readonly charge: Exclude<Charge, { outcome: 'declined' }>;
}

/** Undefined where somebody else has ended it meanwhile. */
async function applyCharge(
  tx: Transaction,
  { intent, charge }: Applying,
  context: PerformContext,
): Promise<IntentOutcome | undefined> {
  const { id, subscriptionId, request } = intent;
  const outcome = {
    result: {
      subscriptionId,
      ...(charge.outcome === 'authentication-needed' && { clientSecret: charge.clientSecret }),
    },
  };
  if (!(await endIntent(tx, { id, outcome }))) {
    return undefined;
  }
  const providerSubscriptionId = charge.subscription.id;
  const details = request.payer?.details ?? null;
  await writeBillingAccount(tx, subscriptionId, { providerSubscriptionId, details });
  await recordCreation(tx, intent, context);
  return outcome;
}

async function recordCreation(
  tx: Transaction,
  { subscriptionId, accountId }: CreateIntent,
  { clock, client }: PerformContext,
): Promise<void> {
  await recordAudit(tx, {
    action: 'subscription.created',
    actorId: accountId,
    subjectId: subscriptionId,
    subscriptionId,
    at: clock.now(),
    origin: client,
  });
}
