import { refuse, refuseIf, refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import {
  type Account,
  type Caller,
  lockCaller,
  proveEmail,
  type Services,
} from '../identity/index.ts';
import { lockSubscription } from '../subscriptions/index.ts';
import { hasToken, type Invite, requirePending } from './invite.ts';
import { findInvite, lockInvite } from './invite-store.ts';

interface Claim {
  readonly inviteId: string;
  /** Secret of the mailed link. */
  readonly token?: string | undefined;
}

/**
 * The pending invite that the caller answers, with its subscription locked. Refuses everybody but
 * the invited person, whose address the token of the mailed link verifies.
 */
export async function claimInvite(
  { inviteId, token }: Claim,
  context: Services & { readonly tx: Transaction; readonly caller: Caller },
): Promise<{ invite: Invite; account: Account }> {
  const { tx, clock } = context;
  // The account is locked first, as everywhere: a deletion locks its subscriptions in the same order.
  const account = await lockCaller(tx, context);
  const found = (await findInvite(tx, inviteId)) ?? refuse('access/denied');
  requireInvitee(found, account, token);

  await lockSubscription(tx, found.subscriptionId);
  const invite = (await lockInvite(tx, inviteId)) ?? refuse('access/denied');
  requirePending(invite, clock.now());
  await proveEmail(tx, account, context);
  return { invite, account };
}

/** A person without the address and without the mail learns nothing, not even that the invite exists. */
function requireInvitee(invite: Invite, account: Account, token: string | undefined): void {
  const sawMail = token !== undefined && hasToken(invite, token);
  const hasAddress = invite.email === account.email;
  refuseUnless(hasAddress || sawMail, 'access/denied');
  refuseUnless(hasAddress, 'invite/wrong-account');
  refuseIf(!account.emailVerified && !sawMail, 'auth/email-verification-required');
}
