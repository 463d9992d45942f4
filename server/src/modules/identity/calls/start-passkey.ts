import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import { change } from '../operation.ts';
import { insertPasskeyChallenge } from '../passkeys/passkey-challenge-store.ts';
import { listPasskeys, mostPasskeys, type Passkey } from '../passkeys/passkey-store.ts';
import { requireRelyingParty } from '../passkeys/relying-party.ts';
import { toUserHandle } from '../passkeys/verify-passkey.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';

/** Begins to add a passkey. */
export const startPasskey = change(contract.startPasskey, async (_input, context) => {
  const { tx, caller, clock, settings, site } = context;
  const party = requireRelyingParty(site.publicUrl);
  const at = clock.now();
  requireRecentSignIn(caller, at);
  const account = await lockCaller(tx, context);
  const held = await requirePasskeyAllowed(tx, account);

  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: settings.productName,
    rpID: party.id,
    userName: account.email,
    userID: new Uint8Array(Buffer.from(account.id)),
    userDisplayName: account.displayName,
    attestationType: 'none',
    excludeCredentials: held.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: 300_000,
  });
  const { challenge } = options;
  await insertPasskeyChallenge(tx, { challenge, accountId: account.id, at });
  return { options: { ...options, user: { ...options.user, id: toUserHandle(account.id) } } };
});

/** Refuses one more passkey for an account that may not have it; answers those that it has. */
export async function requirePasskeyAllowed(
  tx: Transaction,
  account: Account,
): Promise<readonly Passkey[]> {
  refuseUnless(account.emailVerified, 'auth/unverified-email');
  const held = await listPasskeys(tx, account.id);
  refuseIf(held.length >= mostPasskeys, 'auth/maximum-passkey-count-exceeded');
  return held;
}
