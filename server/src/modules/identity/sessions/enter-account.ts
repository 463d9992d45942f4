import type { Database } from '../../../platform/transaction.ts';
import { toMfaInfo } from '../factors/mfa-info.ts';
import { insertPendingSignIn } from '../factors/pending-sign-in-store.ts';
import { listSecondFactors } from '../factors/second-factor-store.ts';
import type { IdentityServices } from '../operation.ts';
import { type OpenedSession, openSession, type SignIn } from './open-session.ts';

/** Sign-in that waits for a second factor. */
export interface WaitingSignIn {
  readonly mfaPendingCredential: string;
  readonly mfaInfo: ReturnType<typeof toMfaInfo>;
}

/** Opens a session after a right first factor, or asks for the second one of an account that has one. */
export async function enterAccount(
  db: Database,
  signIn: SignIn,
  context: IdentityServices,
): Promise<OpenedSession | WaitingSignIn> {
  const { account, provider, attempts = [], secondFactor = null } = signIn;
  if (account.factorCount === 0 || secondFactor !== null) {
    return await openSession(db, signIn, context);
  }
  const { clock, limits } = context;
  const mfaPendingCredential = await insertPendingSignIn(db, {
    accountId: account.id,
    provider,
    passwordHash: provider === 'password' ? account.passwordHash : null,
    at: clock.now(),
    extraParts: attempts.length > 0 ? limits.giveBackParts(attempts) : undefined,
  });
  return { mfaPendingCredential, mfaInfo: toMfaInfo(await listSecondFactors(db, account.id)) };
}
