import type { Transaction } from '../../platform/transaction.ts';
import type { AccountDeletion, Services } from '../identity/index.ts';
import { adminLevelKeys } from '../subscriptions/index.ts';
import { expireInvite } from './expire-invites.ts';
import { type Invite, statusAt } from './invite.ts';
import { endInvite, lockPendingInvitesBy } from './invite-store.ts';
import { recordInvite } from './record-invite.ts';

interface Loss {
  readonly subscriptionId: string;
  /** Person who may no longer invite. */
  readonly inviterId: string;
  /** Person who made the change. */
  readonly actorId: string;
}

/** Revokes the open invites of a person who loses the right to invite. The subscription must be locked. */
export async function endInvitesBy(
  tx: Transaction,
  { subscriptionId, inviterId, actorId }: Loss,
  context: Pick<Services, 'clock' | 'client'>,
): Promise<void> {
  for (const invite of await lockPendingInvitesBy(tx, { inviterId, subscriptionId })) {
    await endOne(tx, { invite, actorId }, context);
  }
}

/** Ends all open invites of an account that is about to be deleted and has left its subscriptions. */
export async function forgetInviter(
  tx: Transaction,
  { account, at, client }: AccountDeletion,
): Promise<void> {
  for (const invite of await lockPendingInvitesBy(tx, { inviterId: account.id })) {
    await endOne(tx, { invite, actorId: account.id }, { clock: { now: () => at }, client });
  }
}

interface Ended {
  readonly invite: Invite;
  readonly actorId: string;
}

/** One whose time was over before has not been taken back by anybody. */
async function endOne(
  tx: Transaction,
  { invite, actorId }: Ended,
  context: Pick<Services, 'clock' | 'client'>,
): Promise<void> {
  const at = context.clock.now();
  if (statusAt(invite, at) === 'expired') {
    await expireInvite(tx, invite, at);
    return;
  }
  await endInvite(tx, { id: invite.id, status: 'revoked', at });
  await recordInvite(tx, { action: 'invite.revoked', actorId, invite }, context);
}

/** Whether these permissions let somebody invite. */
export function mayInvite(
  held: readonly string[],
  permissions: Services['settings']['permissions'],
): boolean {
  return adminLevelKeys(permissions).some((key) => held.includes(key));
}
