import { undoSeconds } from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Services } from '../identity/index.ts';
import { requireFreeSeat, requireRunning, type Subscription } from '../subscriptions/index.ts';
import { isInviterStill } from './end-invites.ts';
import type { Invite } from './invite.ts';
import { reopenInvite } from './reopen-invite-store.ts';
import { requireInvitable } from './require-invitable.ts';

/** Time for a press in the last second to arrive. */
const graceMs = 5_000;

/** Until when a change of now can be undone. */
export function undoableUntil(at: Date): Date {
  return new Date(at.getTime() + undoSeconds * 1_000 + graceMs);
}

/** Whether the person who ended the invite may take that back. */
export function isUndoable({ endedAt, endedBy }: Invite, uid: string, now: Date): boolean {
  return endedAt !== null && endedBy === uid && now < undoableUntil(endedAt);
}

/** Opens an ended invite again, which is locked like its subscription, if its person may join still. */
export async function restoreInvite(
  tx: Transaction,
  { invite, subscription }: { readonly invite: Invite; readonly subscription: Subscription },
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
): Promise<void> {
  const at = clock.now();
  requireRunning(subscription);
  const mayJoin = at < invite.expiresAt && (await isInviterStill(tx, invite, settings));
  refuseUnless(mayJoin, 'undo/over');
  await requireInvitable(tx, invite, at);
  await requireFreeSeat(tx, { subscription, settings, at });
  await reopenInvite(tx, invite.id);
}
