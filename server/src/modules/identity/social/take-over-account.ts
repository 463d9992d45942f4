import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { setVerifiedEmail, updateProfile } from '../accounts/account-store.ts';
import { codesOf } from '../codes/action-code.ts';
import { revokeAllAccess } from '../codes/revoke-all-access.ts';
import { removeAllFactors } from '../factors/remove-all-factors.ts';
import type { IdentityServices } from '../operation.ts';
import { voidPlans } from '../planned/void-plans.ts';

/**
 * Gives an account with an unproven address to the person who has just proved it. Its maker, perhaps
 * an attacker, keeps no way in.
 */
export async function takeOverAccount(
  tx: Transaction,
  { id, email }: Account,
  { clock, client, hooks }: Pick<IdentityServices, 'clock' | 'client' | 'hooks'>,
): Promise<Account> {
  const at = clock.now();
  await setVerifiedEmail(tx, { id, email, at });
  await voidPlans(tx, id, { hooks });
  // The owner of an earlier address may still bring it back.
  const codes = [{ except: codesOf('lost-account') }];
  await revokeAllAccess(tx, { accountId: id, passwordHash: null, codes, links: 'none', at });
  await removeAllFactors(tx, { accountId: id, at });
  const profile = { displayName: '', avatarUrl: '' };
  const emptied = await updateProfile(tx, { id, profile, at });
  const ids = { actorId: id, subjectId: id };
  await recordAudit(tx, { action: 'account.taken-over', ...ids, at, origin: client });
  return emptied;
}
