import * as contract from '@hearth/contract';
import { randomId } from '../../platform/ids.ts';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import { recordAudit } from '../audit/index.ts';
import { type Account, toDisplayName } from './account.ts';
import { insertAccount, isEmailTaken } from './account-store.ts';
import { toEmail } from './email.ts';
import { openSession } from './open-session.ts';
import { saga } from './operation.ts';
import { requireAllowedPassword } from './password-policy.ts';

/** Creates an account and signs it in. */
export const signUp = saga(contract.signUp, async (input, context) => {
  const wanted = requireCredentials(input);
  requireAllowedPassword(wanted.password, context.settings.passwordPolicy);
  refuseIf(await isEmailTaken(context.db, wanted.email), 'auth/email-already-in-use');

  const passwordHash = await context.passwords.hash(wanted.password);
  const account = newAccount({ ...wanted, passwordHash, at: context.clock.now() });
  const tokens = await context.transaction(async (tx) => {
    await insertAccount(tx, account);
    await recordAudit(tx, {
      action: 'account.created',
      actorId: account.id,
      subjectId: account.id,
      at: account.createdAt,
      origin: context.client,
    });
    return await openSession(tx, { account, provider: 'password' }, context);
  });

  return {
    kind: 'identitytoolkit#SignupNewUserResponse' as const,
    localId: account.id,
    email: account.email,
    ...(account.displayName && { displayName: account.displayName }),
    ...tokens,
  };
});

type Input = contract.InputOf<typeof contract.signUp>;

function requireCredentials({ email, password, displayName, idToken, localId }: Input) {
  refuseIf(localId !== undefined, 'auth/unexpected-parameter', 'User ID');
  refuseIf(idToken !== undefined, 'auth/linking-not-allowed');
  refuseIf(email === undefined && password === undefined, 'auth/admin-restricted-operation');
  refuseUnless(email, 'auth/missing-email');
  const address = toEmail(email);
  refuseUnless(password, 'auth/missing-password');
  return { email: address, password, displayName: toDisplayName(displayName ?? '') };
}

interface NewAccount {
  readonly email: string;
  readonly displayName: string;
  readonly passwordHash: string;
  readonly at: Date;
}

function newAccount({ email, displayName, passwordHash, at }: NewAccount): Account {
  return {
    id: randomId(28),
    email,
    emailVerified: false,
    displayName,
    avatarUrl: '',
    language: null,
    passwordHash,
    passwordChangedAt: at,
    disabledAt: null,
    lastSignedInAt: at,
    createdAt: at,
    updatedAt: at,
  };
}
