import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { setPassword } from '../accounts/account-store.ts';
import type { Identity } from '../accounts/identity-link.ts';
import {
  findIdentityLink,
  forgetRemovedLink,
  insertIdentityLink,
  listIdentityLinks,
  removeIdentityLink,
} from '../accounts/identity-link-store.ts';
import { restoreFactors } from '../factors/restore-factors.ts';
import type { IdentityServices } from '../operation.ts';
import { listPasskeys, restorePasskeys } from '../passkeys/passkey-store.ts';
import { removeSessions } from '../sessions/session-store.ts';
import { codesOf, type UsableCode } from './action-code.ts';
import { removeActionCodes } from './action-code-store.ts';
import { voidEmailSignIns } from './email-sign-in-store.ts';
import { mailActionCode } from './mail-action-code.ts';
import type { Redeeming } from './redeem-action-code.ts';

/**
 * Removes a sign-in that someone else may have linked, and ends their sessions and codes. Does so even if a thief has
 * unlinked it and is still signed in.
 */
export async function revertLink(
  tx: Transaction,
  { code, account, at }: Redeeming,
  context: IdentityServices,
): Promise<void> {
  const identity = requireIdentity(code);
  const { id } = account;

  await removeIdentityLink(tx, { ...identity, accountId: id });
  // Else the press that brings an address back would bring it back too.
  await forgetRemovedLink(tx, { ...identity, accountId: id });
  // The mail that undoes an unlinking of this very identity would bring it back.
  await removeActionCodes(tx, { accountId: id, identity });
  await shutOut(tx, account, at);
  const ids = { actorId: id, subjectId: id };
  const origin = context.client;
  await recordAudit(tx, { action: 'account.link-reverted', ...ids, at, origin });
  await mailReset(tx, { code, account }, context);
}

/** Mails a reset to an account that needs one, unless its address came later: it may be the thief's. */
async function mailReset(
  tx: Transaction,
  { code, account }: Pick<Redeeming, 'code' | 'account'>,
  context: IdentityServices,
): Promise<void> {
  const { email } = account;
  if (email === code.email && (await needsPassword(tx, account))) {
    await mailActionCode(tx, { type: 'PASSWORD_RESET', account, email }, context);
  }
}

function requireIdentity({ identity }: UsableCode): Identity {
  refuseUnless(identity, 'auth/invalid-action-code');
  return identity;
}

/** Whether the account had a password, or has no other way in. */
async function needsPassword(
  tx: Transaction,
  { id, passwordHash, passwordChangedAt }: Account,
): Promise<boolean> {
  const hadPassword = passwordHash !== null || passwordChangedAt !== null;
  return hadPassword || (await listIdentityLinks(tx, id)).length === 0;
}

/**
 * Shuts out a person who changed the ways to sign in. That took a recent sign-in, so they know the
 * password or have a session of their own.
 */
async function shutOut(tx: Transaction, { id, passwordHash }: Account, at: Date): Promise<void> {
  if (passwordHash !== null) {
    await setPassword(tx, { id, passwordHash: null, at });
  }
  await removeSessions(tx, { accountId: id, reason: 'sign-in-changed', endedAt: at });
  await removeActionCodes(tx, { accountId: id, types: codesOf('password') });
  await voidEmailSignIns(tx, { accountId: id, at });
}

/**
 * Brings back a sign-in that someone else may have unlinked, in place of a later one of the same provider. Mails no
 * password reset, since that would remove it again.
 */
export async function revertUnlink(
  tx: Transaction,
  { code, account, at }: Redeeming,
  { client }: IdentityServices,
): Promise<void> {
  const { provider, subject, email, displayName, photoUrl } = requireIdentity(code);
  const accountId = account.id;
  const opened = await findIdentityLink(tx, { provider, subject });
  const isElsewhere = opened !== undefined && opened.accountId !== accountId;
  refuseIf(isElsewhere, 'auth/identity-already-linked');

  for (const later of await listIdentityLinks(tx, accountId)) {
    if (later.provider === provider) {
      await removeIdentityLink(tx, later);
    }
  }
  const linkedAt = (await forgetRemovedLink(tx, { accountId, provider, subject })) ?? at;
  const identity = { provider, subject, email, displayName, photoUrl };
  await insertIdentityLink(tx, { ...identity, accountId, linkedAt });
  // Other mails about this unlinking are void; the mail that undoes its linking stays.
  await removeActionCodes(tx, { accountId, types: ['REVERT_UNLINK'], identity });
  await shutOut(tx, account, at);
  const ids = { actorId: accountId, subjectId: accountId };
  await recordAudit(tx, { action: 'account.unlink-reverted', ...ids, at, origin: client });
}

/** Puts second factors and passkeys back as they were before somebody else changed them or used a recovery code. */
export async function revertFactors(
  tx: Transaction,
  { code, account, at }: Redeeming,
  context: IdentityServices,
): Promise<void> {
  const { id } = account;
  const { createdAt: since } = code;
  const restoring = { accountId: id, asOf: since, withFinal: false };
  await restoreFactors(tx, restoring);
  await restorePasskeys(tx, restoring);
  // Later changes are undone with this one.
  await removeActionCodes(tx, { accountId: id, types: ['REVERT_FACTORS'], since });
  await shutOut(tx, account, at);
  const ids = { actorId: id, subjectId: id };
  const origin = context.client;
  await recordAudit(tx, { action: 'account.factors-reverted', ...ids, at, origin });
  // A reset would remove the passkeys again.
  if ((await listPasskeys(tx, id)).length === 0) {
    await mailReset(tx, { code, account }, context);
  }
}
