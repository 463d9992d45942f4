import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Identity } from '../accounts/identity-link.ts';
import { listIdentityLinks, removeIdentityLink } from '../accounts/identity-link-store.ts';
import type { IdentityServices } from '../operation.ts';
import type { UsableCode } from './action-code.ts';
import { removeActionCodes } from './action-code-store.ts';
import { mailActionCode } from './mail-action-code.ts';
import type { Redeeming } from './redeem-action-code.ts';
import { shutOut } from './shut-out.ts';

/**
 * Removes a sign-in that someone else may have linked, and ends what they could use besides. The
 * rest happens even if the link is gone by now: a thief may have unlinked it and still be signed in.
 */
export async function revertLink(
  tx: Transaction,
  { code, account, at }: Redeeming,
  context: IdentityServices,
): Promise<void> {
  const identity = requireIdentity(code);
  const { id, email } = account;

  await removeIdentityLink(tx, { ...identity, accountId: id });
  // The mail that undoes an unlinking of this very identity would bring it back.
  await removeActionCodes(tx, { accountId: id, identity });
  await shutOut(tx, account, at);
  const ids = { actorId: id, subjectId: id };
  const origin = context.client;
  await recordAudit(tx, { action: 'account.link-reverted', ...ids, at, origin });
  // An address that came later may be the thief's.
  if (email === code.email && (await needsPassword(tx, account))) {
    await mailActionCode(tx, { type: 'PASSWORD_RESET', account, email }, context);
  }
}

export function requireIdentity({ identity }: UsableCode): Identity {
  refuseUnless(identity, 'auth/invalid-action-code');
  return identity;
}

/** There was a password, or there is no other way in. */
async function needsPassword(
  tx: Transaction,
  { id, passwordHash, passwordChangedAt }: Account,
): Promise<boolean> {
  const hadPassword = passwordHash !== null || passwordChangedAt !== null;
  return hadPassword || (await listIdentityLinks(tx, id)).length === 0;
}
