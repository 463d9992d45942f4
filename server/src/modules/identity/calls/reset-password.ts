import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Account, requireEnabled } from '../accounts/account.ts';
import { getAccount, lockAccount, setVerifiedEmail } from '../accounts/account-store.ts';
import {
  type ActionCode,
  codesOf,
  isCodeOf,
  requireUsable,
  type UsableCode,
} from '../codes/action-code.ts';
import { findActionCode, lockActionCode } from '../codes/action-code-store.ts';
import { describeAsker } from '../codes/describe-asker.ts';
import { requireUsableLink } from '../codes/email-sign-in.ts';
import { findEmailSignIn } from '../codes/email-sign-in-store.ts';
import { mailLanguage } from '../codes/mail-action-code.ts';
import { revokeAllAccess } from '../codes/revoke-all-access.ts';
import { actionCodeBuckets } from '../limits.ts';
import { type IdentityServices, saga } from '../operation.ts';
import { requireAllowedPassword } from '../passwords/password-rules.ts';
import { toDeviceMarks } from '../sessions/known-device.ts';
import { insertKnownDevice } from '../sessions/known-device-store.ts';

/** Looks what a mailed code is for, or sets a new password with it. */
export const resetPassword = saga(contract.resetPassword, async (input, context) => {
  const { db, clock, client, limits, passwords } = context;
  const { oobCode, newPassword } = input;
  refuseUnless(oobCode, 'auth/missing-action-code');
  const allowed = await limits.take(db, actionCodeBuckets(client.address));
  refuseUnless(allowed, 'auth/reset-limit-exceeded');
  const code = await findActionCode(db, oobCode);
  const signIn = code || newPassword !== undefined ? undefined : await findEmailSignIn(db, oobCode);
  if (signIn) {
    requireUsableLink(signIn, clock.now());
    return { kind, requestType: 'EMAIL_SIGNIN' as const, email: signIn.email };
  }
  requireUsable(code, clock.now());
  if (newPassword === undefined) {
    return { ...toAnswer(code), ...(await describeAsker(db, code)) };
  }
  requireResetCode(code);
  const account = await getAccount(db, code.accountId);
  requireResettable(account, code);
  await requireAllowedPassword(newPassword, account.email, context.settings);

  const passwordHash = await passwords.hash(newPassword);
  const deviceMark = toDeviceMarks(client)?.fresh;
  await context.transaction(async (tx) => {
    const locked = await lockAccount(tx, code.accountId);
    const lockedCode = await lockActionCode(tx, oobCode);
    requireUsable(lockedCode, clock.now());
    requireResettable(locked, lockedCode);
    const { keepsLinks } = lockedCode;
    await setNewPassword(tx, { account: locked, passwordHash, keepsLinks }, context);
    if (deviceMark !== undefined) {
      const device = { accountId: locked.id, mark: deviceMark, at: clock.now() };
      await insertKnownDevice(tx, device);
    }
  });
  return { ...toAnswer(code), ...(deviceMark !== undefined && { deviceMark }) };
});

const kind = 'identitytoolkit#ResetPasswordResponse' as const;

function requireResetCode(code: ActionCode): asserts code is UsableCode {
  refuseUnless(code.type === 'PASSWORD_RESET', 'auth/invalid-action-code');
}

/** The code proves the mailbox that it was sent to, which must still be the account's. */
function requireResettable(account: Account, code: UsableCode): void {
  refuseUnless(account.email === code.email, 'auth/invalid-action-code');
  requireEnabled(account);
}

/** The person who reads the mailbox owns the account: other ways in are closed, second factors stay. */
async function setNewPassword(
  tx: Transaction,
  {
    account,
    passwordHash,
    keepsLinks,
  }: { readonly account: Account; readonly passwordHash: string; readonly keepsLinks: boolean },
  { clock, client, mails }: IdentityServices,
): Promise<void> {
  const { id, email, displayName: name } = account;
  const at = clock.now();
  await setVerifiedEmail(tx, { id, email, at });
  await revokeAllAccess(tx, {
    accountId: id,
    passwordHash,
    codes: keepsLinks
      ? [{ types: codesOf('password') }]
      : [{ types: codesOf('password') }, { types: codesOf('link-undo'), email }],
    links: keepsLinks ? 'all' : 'none',
    at,
  });
  await recordAudit(tx, {
    action: 'account.password-reset',
    actorId: id,
    subjectId: id,
    at,
    origin: client,
  });
  const language = mailLanguage(account, client);
  const to = { email, emailVerified: true };
  await mails.queue(tx, { to, language, content: { kind: 'password-changed', name } });
}

function toAnswer({ type, email, newEmail, identity }: ActionCode) {
  return {
    kind,
    requestType: type,
    email,
    ...(isCodeOf('shows-new-email', type) && newEmail !== null && { newEmail }),
    ...(identity && { providerId: identity.provider }),
    ...(identity?.email && { providerEmail: identity.email }),
  };
}
