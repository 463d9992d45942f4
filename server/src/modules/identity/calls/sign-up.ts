import * as contract from '@hearth/contract';
import type { Saga } from '../../../platform/operation.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import { toDisplayName } from '../accounts/account.ts';
import { getAccount, isEmailTaken } from '../accounts/account-store.ts';
import { requireAdmitted } from '../accounts/admit-address.ts';
import { toEmail, toKnownEmail } from '../accounts/email.ts';
import { createAccount } from '../create-account.ts';
import { signUpBuckets } from '../limits.ts';
import { type CallerServices, saga } from '../operation.ts';
import { requireAllowedPassword } from '../passwords/password-rules.ts';
import type { Caller } from '../sessions/caller.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { openSession } from '../sessions/open-session.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { changePassword } from './update.ts';

/** Creates an account and signs it in; with an ID token, gives that account its password. */
export const signUp = saga(contract.signUp, async (input, context) => {
  const wanted = await requireCredentials(input, context);
  const { caller } = context;
  if (caller) {
    const linked = await linkPassword(wanted, { ...context, caller });
    return { kind, ...linked };
  }
  await requireAllowedPassword(wanted.password, wanted.email, context.settings);
  const allowed = await context.limits.take(context.db, signUpBuckets(context.client.address));
  refuseUnless(allowed, 'auth/too-many-requests');
  const { email } = wanted;
  await requireAdmitted(context.db, { email, purpose: 'new-account' }, context);
  refuseIf(await isEmailTaken(context.db, email), 'auth/email-already-in-use');

  const passwordHash = await context.passwords.hash(wanted.password);
  const { client, clock } = context;
  const { account, tokens } = await context.transaction(async (tx) => {
    const at = clock.now();
    const { displayName } = wanted;
    const unproven = { email, emailVerified: false, displayName, passwordHash, emailLink: false };
    const created = await createAccount(tx, unproven, { client, at });
    const signIn = { account: created, provider: 'password', at };
    return { account: created, tokens: await openSession(tx, signIn, context) };
  });

  return {
    kind,
    localId: account.id,
    email: account.email,
    ...(account.displayName && { displayName: account.displayName }),
    ...tokens,
  };
});

const kind = 'identitytoolkit#SignupNewUserResponse' as const;

type Input = contract.InputOf<typeof contract.signUp>;

/** In the order of Google's service. */
async function requireCredentials(
  { email: written, password, displayName, idToken, localId }: Input,
  { db, caller }: { readonly db: Database; readonly caller: Caller | undefined },
) {
  refuseIf(localId !== undefined, 'auth/unexpected-parameter', 'User ID');
  const isAnonymous = written === undefined && password === undefined && !idToken;
  refuseIf(isAnonymous, 'auth/admin-restricted-operation');
  refuseIf(written === '' && password === '', 'auth/invalid-email');
  refuseUnless(written, 'auth/missing-email');
  refuseUnless(password, 'auth/missing-password');
  const email = caller ? await toKnownEmail(db, written) : toEmail(written);
  return { email, password, displayName: toDisplayName(displayName ?? '') };
}

/** A password for an account that has none yet. Its address stays: only a mailed link changes that. */
async function linkPassword(
  { email, password }: { readonly email: string; readonly password: string },
  context: CallerServices & Saga,
) {
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
