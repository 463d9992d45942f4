import * as contract from '@hearth/contract';
import type { Saga } from '../../../platform/operation.ts';
import { refuseAccount, refuseUnless } from '../../../platform/refusal.ts';
import { type Account, requireEnabled } from '../accounts/account.ts';
import { replaceHash } from '../accounts/account-store.ts';
import { toKnownEmail } from '../accounts/email.ts';
import { type IdentityServices, saga } from '../operation.ts';
import { type Admission, admitSignIn } from '../passwords/admit-sign-in.ts';
import { type Comparison, UnreadableHash } from '../passwords/password-hasher.ts';
import { enterAccount } from '../sessions/enter-account.ts';

/** Opens a session with e-mail and password, or asks for the second factor. */
export const signInWithPassword = saga(contract.signInWithPassword, async (input, context) => {
  const { email, password } = await requireCredentials(input, context);
  const admission = await admitSignIn(email, context);
  const { account, attempts } = admission;
  const { matches, renewed } = await comparePassword(admission, password, context);
  if (!account || !matches) {
    return refuseCredentials(account?.id, context.settings.emailEnumerationProtection);
  }
  requireEnabled(account);

  const current = renewed === undefined ? account : await renewHash(account, renewed, context);
  const entered = await enterAccount(
    context.db,
    { account: current, provider: 'password', attempts },
    context,
  );

  return {
    kind: 'identitytoolkit#VerifyPasswordResponse' as const,
    registered: true as const,
    localId: account.id,
    email: account.email,
    ...(account.displayName && { displayName: account.displayName }),
    ...entered,
  };
});

type Input = contract.InputOf<typeof contract.signInWithPassword>;

async function requireCredentials({ email, password }: Input, { db }: Saga) {
  refuseUnless(email !== undefined, 'auth/missing-email');
  const address = await toKnownEmail(db, email);
  refuseUnless(password, 'auth/missing-password');
  return { email: address, password };
}

async function comparePassword(
  { account, attempts, decoys }: Admission,
  password: string,
  { db, limits, log, passwords }: IdentityServices & Saga,
): Promise<Comparison> {
  try {
    return await passwords.compare(account?.passwordHash, password, decoys);
  } catch (error) {
    if (error instanceof UnreadableHash) {
      log.warn({ uid: account?.id }, 'password hash unreadable');
      return { matches: false };
    }
    // Nothing was compared, and a busy minute must not end in a person being locked out.
    await limits.giveBack(db, attempts);
    throw error;
  }
}

/** Stores the new hash of the same password, unless the password has changed since it was read. */
async function renewHash(account: Account, renewed: string, { db }: Saga): Promise<Account> {
  const { id, passwordHash } = account;
  return (await replaceHash(db, { id, passwordHash, renewed }))
    ? { ...account, passwordHash: renewed }
    : account;
}

function refuseCredentials(uid: string | undefined, protection: boolean): never {
  if (protection) {
    refuseAccount('auth/invalid-credential', uid);
  }
  return refuseAccount(uid === undefined ? 'auth/user-not-found' : 'auth/wrong-password', uid);
}
