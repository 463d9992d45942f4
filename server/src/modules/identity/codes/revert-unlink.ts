import { refuseIf } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  findIdentityLink,
  insertIdentityLink,
  removeIdentityLinks,
} from '../accounts/identity-link-store.ts';
import type { IdentityServices } from '../operation.ts';
import { removeActionCodes } from './action-code-store.ts';
import type { Redeeming } from './redeem-action-code.ts';
import { requireIdentity } from './revert-link.ts';
import { shutOut } from './shut-out.ts';

/**
 * Brings back a sign-in that someone else may have unlinked, in place of one of the same provider
 * that was linked since. No link to reset the password is mailed: a reset would remove it again.
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

  await removeIdentityLinks(tx, { accountId, providers: [provider] });
  const identity = { provider, subject, email, displayName, photoUrl };
  await insertIdentityLink(tx, { ...identity, accountId, linkedAt: at });
  // A second mail about it would do the same again; the one that undoes its linking stays.
  await removeActionCodes(tx, { accountId, types: ['REVERT_UNLINK'], identity });
  await shutOut(tx, account, at);
  const ids = { actorId: accountId, subjectId: accountId };
  await recordAudit(tx, { action: 'account.unlink-reverted', ...ids, at, origin: client });
}
