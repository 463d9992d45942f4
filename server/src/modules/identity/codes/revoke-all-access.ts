import type { Transaction } from '../../../platform/transaction.ts';
import { setPassword } from '../accounts/account-store.ts';
import { removeIdentityLinks } from '../accounts/identity-link-store.ts';
import { removeKnownDevices } from '../sessions/known-device-store.ts';
import { removeSessions } from '../sessions/session-store.ts';
import { type Removal, removeActionCodes } from './action-code-store.ts';

interface Voiding {
  readonly accountId: string;
  /** Takes the place of the password; null leaves the account without one. */
  readonly passwordHash: string | null;
  /** Which mailed codes stop working. */
  readonly codes: readonly Omit<Removal, 'accountId'>[];
  readonly at: Date;
}

/**
 * Closes every way into the account but its mailbox: password, sessions, provider links,
 * known devices, codes.
 */
export async function revokeAllAccess(
  tx: Transaction,
  { accountId, passwordHash, codes, at }: Voiding,
): Promise<void> {
  await setPassword(tx, { id: accountId, passwordHash, at });
  const reason = passwordHash === null ? 'sign-in-changed' : 'password-changed';
  await removeSessions(tx, { accountId, reason, endedAt: at });
  await removeIdentityLinks(tx, { accountId });
  await removeKnownDevices(tx, accountId);
  for (const removal of codes) {
    await removeActionCodes(tx, { accountId, ...removal });
  }
}
