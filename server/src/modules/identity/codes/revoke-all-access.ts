import type { Transaction } from '../../../platform/transaction.ts';
import { setPassword } from '../accounts/account-store.ts';
import { removeIdentityLinks, restoreIdentityLinks } from '../accounts/identity-link-store.ts';
import { removePasskeys, restorePasskeys } from '../passkeys/passkey-store.ts';
import { removeKnownDevices } from '../sessions/known-device-store.ts';
import { removeSessions } from '../sessions/session-store.ts';
import { type Removal, removeActionCodes } from './action-code-store.ts';
import { voidEmailSignIns } from './email-sign-in-store.ts';

interface Voiding {
  readonly accountId: string;
  /** Takes the place of the password; null leaves the account without one. */
  readonly passwordHash: string | null;
  /** Which mailed codes stop working. */
  readonly codes: readonly Omit<Removal, 'accountId'>[];
  /** Instant just before which the account had the provider links and passkeys that it keeps. `all` removes none, `none` removes all. */
  readonly links: Date | 'all' | 'none';
  readonly at: Date;
}

/**
 * Closes the ways into the account but its mailbox: password, sessions, known devices, codes, and the provider links
 * and passkeys that it does not keep.
 */
export async function revokeAllAccess(
  tx: Transaction,
  { accountId, passwordHash, codes, links, at }: Voiding,
): Promise<void> {
  await setPassword(tx, { id: accountId, passwordHash, at });
  const reason = passwordHash === null ? 'sign-in-changed' : 'password-changed';
  await removeSessions(tx, { accountId, reason, endedAt: at });
  if (links === 'none') {
    await removeIdentityLinks(tx, { accountId, at });
    await removePasskeys(tx, { accountId, at });
  } else if (links !== 'all') {
    await restoreIdentityLinks(tx, { accountId, asOf: links });
    await restorePasskeys(tx, { accountId, asOf: links, withFinal: true });
  }
  await removeKnownDevices(tx, accountId);
  await voidEmailSignIns(tx, { accountId, at });
  for (const removal of codes) {
    await removeActionCodes(tx, { accountId, ...removal });
  }
}
