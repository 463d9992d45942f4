import { refuseIf } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { expireInvite } from './end-invites.ts';
import { type Invite, statusAt } from './invite.ts';
import { isMemberAddress, lockPendingInvite } from './invite-store.ts';

/** Refuses an address that is in already; an invite that has expired makes room. */
export async function requireInvitable(
  tx: Transaction,
  wanted: Pick<Invite, 'subscriptionId' | 'email'>,
  at: Date,
): Promise<void> {
  refuseIf(await isMemberAddress(tx, wanted), 'invite/already-member');
  const pending = await lockPendingInvite(tx, wanted);
  if (pending) {
    refuseIf(statusAt(pending, at) === 'pending', 'invite/already-pending');
    await expireInvite(tx, pending, at);
  }
}
