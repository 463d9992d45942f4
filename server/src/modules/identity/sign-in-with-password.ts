import * as contract from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../platform/refusal.ts';
import { admitSignIn } from './admit-sign-in.ts';
import { toEmail } from './email.ts';
import { openSession } from './open-session.ts';
import { saga } from './operation.ts';

/** Opens a session with e-mail and password. */
export const signInWithPassword = saga(contract.signInWithPassword, async (input, context) => {
  const { email, password } = requireCredentials(input);
  const { account, attempts } = await admitSignIn(email, context);
  const matches = await context.passwords.matches(account?.passwordHash, password);
  if (!account || !matches) {
    return refuseCredentials(account !== undefined, context.settings.emailEnumerationProtection);
  }
  refuseIf(account.disabledAt !== null, 'auth/user-disabled');

  const tokens = await openSession(
    context.db,
    { account, provider: 'password', attempts },
    context,
  );

  return {
    kind: 'identitytoolkit#VerifyPasswordResponse' as const,
    registered: true as const,
    localId: account.id,
    email: account.email,
    ...(account.displayName && { displayName: account.displayName }),
    ...tokens,
  };
});

type Input = contract.InputOf<typeof contract.signInWithPassword>;

function requireCredentials({ email, password }: Input): { email: string; password: string } {
  refuseUnless(email, 'auth/missing-email');
  const address = toEmail(email);
  refuseUnless(password, 'auth/missing-password');
  return { email: address, password };
}

function refuseCredentials(accountExists: boolean, protection: boolean): never {
  if (protection) {
    refuse('auth/invalid-credential');
  }
  return refuse(accountExists ? 'auth/wrong-password' : 'auth/user-not-found');
}
