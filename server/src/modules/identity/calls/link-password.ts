import type { Saga } from '../../../platform/operation.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { getAccount } from '../accounts/account-store.ts';
import type { IdentityServices } from '../operation.ts';
import { requireAllowedPassword } from '../passwords/password-rules.ts';
import type { Caller } from '../sessions/caller.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { changePassword } from './update.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

type Context = IdentityServices & Saga & { readonly caller: Caller };

/** A password for an account that has none yet. Its address stays: only a mailed link changes that. */
export async function linkPassword({ email, password }: Credentials, context: Context) {
  const { caller, clock, passwords, settings } = context;
  refuseUnless(email === caller.email, 'auth/email-change-needs-link');
  requireRecentSignIn(caller, clock.now());
  await requireAllowedPassword(password, caller.email, settings);

  const passwordHash = await passwords.hash(password);
  return await context.transaction(async (tx) => {
    const before = await lockCaller(tx, context);
    refuseIf(before.passwordHash !== null, 'auth/provider-already-linked');
    const tokens = await changePassword(tx, passwordHash, context);
    const { id, displayName } = await getAccount(tx, caller.uid);
    return { localId: id, email, ...(displayName && { displayName }), ...tokens };
  });
}
