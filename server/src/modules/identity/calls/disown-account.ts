import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { setUnverifiedEmail, updateProfile } from '../accounts/account-store.ts';
import { codesOf, type UsableCode } from '../codes/action-code.ts';
import { findRevertibleSince } from '../codes/action-code-store.ts';
import { type Redeeming, redeemActionCode } from '../codes/redeem-action-code.ts';
import { revokeAllAccess } from '../codes/revoke-all-access.ts';
import { removeAllFactors } from '../factors/remove-all-factors.ts';
import { type IdentityServices, saga } from '../operation.ts';
import { voidPlans } from '../planned/void-plans.ts';

/** "This was not me", said by the reader of the mailbox about an account of their address. */
export const disownAccount = saga(contract.disownAccount, async ({ oobCode }, context) => {
  refuseUnless(oobCode, 'auth/missing-action-code');
  const account = await redeemActionCode(oobCode, context, async (tx, redeeming) => {
    const { type } = redeeming.code;
    const isMeant = type === 'VERIFY_EMAIL' || type === 'REVERT_VERIFICATION';
    refuseUnless(isMeant, 'auth/invalid-action-code');
    await disown(tx, redeeming, context);
  });
  return { kind: 'identitytoolkit#DisownAccountResponse' as const, email: account.email };
});

/**
 * Removes what a stranger gave the account: its sign-ins, name and verification. Undoes a change of address too, since
 * only the disowned verification made it possible.
 */
export async function disown(
  tx: Transaction,
  { code, account, at }: Redeeming,
  { client, hooks }: Pick<IdentityServices, 'client' | 'hooks'>,
): Promise<void> {
  const { id } = account;
  const { email } = code;
  const isMoved = account.email !== email;
  refuseIf(isMoved && code.type === 'VERIFY_EMAIL', 'auth/invalid-action-code');
  const since = await findGainsSince(tx, code);

  await setUnverifiedEmail(tx, { id, email, at });
  if (isMoved) {
    await hooks.onEmailChanged(tx, id);
  }
  await voidPlans(tx, id, { hooks });
  // Links that bring back an earlier address stay: its owner may have lost the account to this one.
  const codes = [{ except: codesOf('lost-account') }, { since: code.createdAt }];
  await revokeAllAccess(tx, { accountId: id, passwordHash: null, codes, links: 'none', at });
  // The stranger chose them all: they need a verified address.
  await removeAllFactors(tx, { accountId: id, at });
  await updateProfile(tx, { id, profile: { displayName: '', avatarUrl: '' }, at });
  await hooks.onAccountDisowned(tx, { accountId: id, email, since, at, client });
  const ids = { actorId: id, subjectId: id };
  await recordAudit(tx, { action: 'account.disowned', ...ids, at, origin: client });
}

/** The verification that is undone may be older than this code, if another one was asked for since. */
async function findGainsSince(tx: Transaction, code: UsableCode): Promise<Date> {
  const verifiedAt = await findRevertibleSince(tx, code);
  return verifiedAt && verifiedAt < code.createdAt ? verifiedAt : code.createdAt;
}
