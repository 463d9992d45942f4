import * as contract from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { type Account, findAccountById, mailAccount, type Services } from '../identity/index.ts';
import {
  addMember,
  change,
  findMembership,
  findSubscription,
  requireHeldSeat,
  requireRunning,
  type Subscription,
  subscriptionLink,
} from '../subscriptions/index.ts';
import { claimInvite } from './claim-invite.ts';
import { isInviterStill } from './end-invites.ts';
import type { Invite } from './invite.ts';
import { endInvite } from './invite-store.ts';
import { recordInvite } from './record-invite.ts';

/** Turns one's own invite into a membership. */
export const acceptInvite = change(contract.acceptInvite, async (input, context) => {
  const { tx, clock, settings } = context;
  const { invite, account } = await claimInvite(input, context);
  const { subscriptionId } = invite;
  const at = clock.now();
  const subscription = (await findSubscription(tx, subscriptionId)) ?? refuse('access/denied');
  requireRunning(subscription);
  // In case it was not ended with the sender's right to invite.
  refuseUnless(await isInviterStill(tx, invite, settings), 'invite/revoked');
  const key = { subscriptionId, accountId: account.id };
  refuseIf((await findMembership(tx, key)) !== undefined, 'invite/already-member');
  await requireHeldSeat(tx, { subscription, settings, at });

  await endInvite(tx, { id: invite.id, status: 'accepted', at });
  await addMember(tx, { ...key, permissions: invite.permissions, createdAt: at, at }, context);
  const details = {
    permissions: { from: null, to: [...invite.permissions] },
    inviter_id: invite.invitedBy,
  };
  const accepted = { action: 'invite.accepted', actorId: account.id, invite, details } as const;
  await recordInvite(tx, accepted, context);
  await notifyInviter(tx, { invite, subscription, member: account }, context);
  return { subscriptionId };
});

/** Mails the person who invited. */
async function notifyInviter(
  tx: Transaction,
  {
    invite,
    subscription,
    member,
  }: { readonly invite: Invite; readonly subscription: Subscription; readonly member: Account },
  services: Services,
): Promise<void> {
  const content = {
    kind: 'invite-accepted',
    memberName: member.displayName,
    memberEmail: member.email,
    subscriptionName: subscription.name ?? '',
    link: subscriptionLink(invite.subscriptionId, services.site, '/users'),
  } as const;
  const account = await findAccountById(tx, invite.invitedBy);
  await mailAccount(tx, { account, content: (name) => ({ ...content, name }) }, services);
}
