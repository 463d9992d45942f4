import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../account.ts';
import { setPassword, setVerifiedEmail, updateProfile } from '../account-store.ts';
import { removeActionCodes } from '../action-code-store.ts';
import { removeIdentityLinks } from '../identity-link-store.ts';
import type { IdentityServices } from '../operation.ts';
import { removeSessions } from '../session-store.ts';

/**
 * Gives an account that never proved its address to the person who has just proved it: whoever
 * made it, perhaps to lie in wait, keeps no way in.
 */
export async function takeOverAccount(
  tx: Transaction,
  { id, email }: Account,
  { clock, client }: Pick<IdentityServices, 'clock' | 'client'>,
): Promise<void> {
  const at = clock.now();
  await setVerifiedEmail(tx, { id, email, at });
  await setPassword(tx, { id, passwordHash: null, at });
  await removeSessions(tx, { accountId: id });
  await removeActionCodes(tx, { accountId: id });
  await removeIdentityLinks(tx, { accountId: id });
  await updateProfile(tx, { id, profile: { displayName: '', avatarUrl: '' }, at });
  const ids = { actorId: id, subjectId: id };
  await recordAudit(tx, { action: 'account.taken-over', ...ids, at, origin: client });
}
