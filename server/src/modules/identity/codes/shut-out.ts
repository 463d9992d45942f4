import type { Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import { setPassword } from '../accounts/account-store.ts';
import { removeSessions } from '../sessions/session-store.ts';
import { passwordBoundCodes } from './action-code.ts';
import { removeActionCodes } from './action-code-store.ts';

/**
 * Ends what someone holds who changed how the account is signed in to: that takes a sign-in of the
 * last minutes, so they know the password, or have a session of their own.
 */
export async function shutOut(
  tx: Transaction,
  { id, passwordHash }: Account,
  at: Date,
): Promise<void> {
  if (passwordHash !== null) {
    await setPassword(tx, { id, passwordHash: null, at });
  }
  await removeSessions(tx, { accountId: id });
  await removeActionCodes(tx, { accountId: id, types: passwordBoundCodes });
}
