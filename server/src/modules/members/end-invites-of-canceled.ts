import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Cancellation } from '../subscriptions/index.ts';
import { revokePendingInvites } from './invite-store.ts';

/** Ends the pending invites of a subscription that has been canceled: nobody can join it any more. */
export async function endInvitesOfCanceled(
  tx: Transaction,
  { subscriptionId, actorId, at, origin }: Cancellation,
): Promise<void> {
  const ids = await revokePendingInvites(tx, { subscriptionId, at });
  for (const subjectId of ids) {
    const action = 'invite.revoked';
    await recordAudit(tx, { action, actorId, subjectId, subscriptionId, at, origin });
  }
}
