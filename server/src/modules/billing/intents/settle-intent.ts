import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { lockSubscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import type { NextTotal } from '../port/payment-provider.ts';
import { readTrialCharge } from '../projection/notify-trial.ts';
import { projectSettled, writeSnapshot } from '../projection/project-billing.ts';
import { toSnapshot } from '../projection/snapshot.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { enqueueProjection } from '../records/billing-job-store.ts';
import type { Intent, IntentOutcome } from '../records/intent.ts';
import { closeIntent, findProgress } from '../records/intent-store.ts';
import { enqueueWaitingEvents } from '../records/provider-event-store.ts';
import { outdateReadings } from '../records/reading-store.ts';
import { renameRequest } from '../records/request-store.ts';
import { isDeclined, recordDecline } from './admit-card.ts';
import type { Settlement } from './kind.ts';
import { enqueueEmailSyncIfChanged } from './payer-email.ts';

/** Closes the intent and changes our rows in one transaction; answers how it ended. */
export async function settleIntent(
  intent: Intent,
  settlement: Settlement,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { db, payments } = context;
  const { subscriptionId } = intent;
  const firstCharge = payments
    ? await readTrialCharge(subscriptionId, settlement.read?.charged, { ...context, payments })
    : null;
  const settled = await db
    .transaction()
    .execute((tx) => settle(tx, { intent, settlement, firstCharge }, context));
  if (settled === 'elsewhere') {
    return await followSettled(intent, settlement, context);
  }
  if (settled === 'unread' && payments) {
    await projectSettled(subscriptionId, { ...context, payments });
  }
  return settlement.outcome;
}

/** Origin of commands in the activity. */
export const operatorOrigin = { address: '', userAgent: 'operator command line' };

function isByOperator({ request }: Intent): boolean {
  return request.kind === 'start-taxes' || request.byOperator === true;
}

interface Settling {
  readonly intent: Intent;
  readonly settlement: Settlement;
  /** First charge of the trial that the change has begun; null where it is not known. */
  readonly firstCharge: NextTotal | null;
}

/** Answers `elsewhere` where another process has closed it, `unread` where the provider has to be read again. */
async function settle(
  tx: Transaction,
  { intent, settlement, firstCharge }: Settling,
  context: PerformContext,
): Promise<'elsewhere' | 'unread' | 'shown'> {
  const { id, subscriptionId, accountId } = intent;
  const { outcome, action, details, apply } = settlement;
  await lockSubscription(tx, subscriptionId);
  const closed = await closeIntent(tx, { id, outcome });
  if (!closed) {
    return 'elsewhere';
  }
  await apply?.(tx);
  if (settlement.isPutOff) {
    await renameRequest(tx, id);
  }
  const byOperator = isByOperator(intent);
  if (isDeclined(outcome) && !byOperator) {
    await recordDecline(tx, accountId, context);
  }
  if (action) {
    const at = context.clock.now();
    const by = byOperator
      ? { actorId: null, origin: operatorOrigin }
      : { actorId: accountId, origin: context.client };
    const about = { subjectId: subscriptionId, subscriptionId, at };
    await recordAudit(tx, { action, ...about, ...by, details });
  }
  if (closed.email !== null) {
    await enqueueEmailSyncIfChanged(tx, { subscriptionId, email: closed.email });
  }
  await enqueueWaitingEvents(tx, subscriptionId);
  return await show(tx, { intent, settlement, firstCharge }, context);
}

/** Stores the provider's answer, or enqueues a projection where a later reading may be newer. */
async function show(
  tx: Transaction,
  { intent, settlement, firstCharge }: Settling,
  context: PerformContext,
): Promise<'unread' | 'shown'> {
  const { subscriptionId } = intent;
  const { payments } = context;
  const account = await findBillingAccount(tx, subscriptionId);
  if (!(payments && account?.customerId)) {
    return 'shown';
  }
  const { read } = settlement;
  if (read && account.providerSubscriptionId === read.charged.id) {
    const snapshot = toSnapshot(read.charged, read.reading);
    const writing = { account, snapshot, firstCharge };
    if (await writeSnapshot(tx, writing, { ...context, payments })) {
      return 'shown';
    }
  }
  await enqueueProjection(tx, subscriptionId, await outdateReadings(tx, subscriptionId));
  return 'unread';
}

/** Answers the other process's outcome, and ends a subscription that was started for a refused intent. */
async function followSettled(
  { id, keyBase, subscriptionId }: Intent,
  { started }: Settlement,
  { db, payments }: PerformContext,
): Promise<IntentOutcome> {
  const outcome = (await findProgress(db, id))?.outcome;
  if (!outcome) {
    throw new Error(`Intent ${id} is not closed.`);
  }
  const known = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
  if ('refusal' in outcome && started !== undefined && started !== known) {
    await payments?.endSubscription({ key: `${keyBase}-late`, id: started });
  }
  return outcome;
}

/** Closes open intents that a cancellation supersedes. */
export async function closeSuperseded(
  tx: Transaction,
  ids: readonly string[],
  outcome: IntentOutcome,
): Promise<void> {
  for (const id of ids) {
    await closeIntent(tx, { id, outcome });
  }
}
