import type { ActivityAction, RefusalCode } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { askForProjection } from '../records/billing-account-store.ts';
import type { Intent, IntentOutcome } from '../records/intent.ts';
import { closeIntent, renameRequest } from '../records/intent-store.ts';
import { askForEvents } from '../records/provider-event-store.ts';
import { askIfEmailIsOld } from './payer-email.ts';

/** Closes an open intent and asks for the jobs that follow it; false when another process has closed it. */
export async function endIntent(
  tx: Transaction,
  ending: { readonly id: string; readonly outcome: IntentOutcome },
): Promise<boolean> {
  const closed = await closeIntent(tx, ending);
  if (!closed) {
    return false;
  }
  const { subscriptionId, email } = closed;
  // Changes at the provider that arrived meanwhile were not projected, and a crash may come before they are.
  await askForProjection(tx, subscriptionId);
  await askForEvents(tx, subscriptionId);
  if (email !== null) {
    await askIfEmailIsOld(tx, { subscriptionId, email });
  }
  return true;
}

interface Ending {
  readonly intent: Intent;
  readonly action: ActivityAction;
  /** What changes here with it. */
  readonly apply?: (tx: Transaction) => Promise<void>;
  /** The card did not pay what was owed. */
  readonly declined?: true;
}

/** Ends the intent well and records once what came of it. */
export async function endDone(
  { intent, action, apply, declined }: Ending,
  { db, clock, client }: PerformContext,
): Promise<IntentOutcome> {
  const { id, subscriptionId, accountId } = intent;
  const outcome = { result: { subscriptionId, ...(declined && { declined }) } };
  await db.transaction().execute(async (tx) => {
    if (await endIntent(tx, { id, outcome })) {
      await apply?.(tx);
      await recordAudit(tx, {
        action,
        actorId: accountId,
        subjectId: subscriptionId,
        subscriptionId,
        at: clock.now(),
        origin: client,
      });
    }
  });
  return outcome;
}

/** Ends the intent with a refusal; nothing changes here. */
export async function endRefused(
  { id }: Intent,
  code: RefusalCode,
  { db }: PerformContext,
): Promise<IntentOutcome> {
  const outcome = { refusal: { code } };
  await db.transaction().execute((tx) => endIntent(tx, { id, outcome }));
  return outcome;
}

/** The same, for what may be done another time: asked again by the same key, it is judged anew. */
export async function endPutOff(
  { id }: Intent,
  code: RefusalCode,
  { db }: PerformContext,
): Promise<IntentOutcome> {
  const outcome = { refusal: { code } };
  await db.transaction().execute(async (tx) => {
    if (await endIntent(tx, { id, outcome })) {
      await renameRequest(tx, id);
    }
  });
  return outcome;
}
