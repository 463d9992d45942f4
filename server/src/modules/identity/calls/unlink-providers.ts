import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { getAccount, setEmailLink, setPassword } from '../accounts/account-store.ts';
import type { IdentityLink } from '../accounts/identity-link.ts';
import { listIdentityLinks, removeIdentityLinks } from '../accounts/identity-link-store.ts';
import { voidEmailSignIns } from '../codes/email-sign-in-store.ts';
import { mailAccount } from '../codes/mail-account.ts';
import { mailActionCode } from '../codes/mail-action-code.ts';
import type { CallerServices } from '../operation.ts';
import { emailLinkProvider } from '../sessions/session.ts';
import { removeSessions } from '../sessions/session-store.ts';
import { requireWayIn } from './require-way-in.ts';

interface Unlinking {
  /** Provider ids, `password` among them. */
  readonly unlinked: readonly string[];
  /** Whether this request also sets a password, which keeps a way in. */
  readonly setsPassword: boolean;
}

/**
 * Removes ways to sign in, and the other sessions that were opened with them; one way must remain.
 * Ways that the account does not have are ignored.
 */
export async function unlinkProviders(
  tx: Transaction,
  { unlinked, setsPassword }: Unlinking,
  context: CallerServices,
): Promise<void> {
  if (unlinked.length === 0) {
    return;
  }
  const account = await getAccount(tx, context.caller.uid);
  const links = await listIdentityLinks(tx, account.id);
  // SDKs name a mailed link like a password, and unlink both by that name.
  const hasPassword = account.passwordHash !== null || account.emailLink;
  const losesPassword = hasPassword && !setsPassword && unlinked.includes('password');
  const lost = links.filter((link) => unlinked.includes(link.provider));
  if (!setsPassword && (losesPassword || lost.length > 0)) {
    await requireWayIn(tx, { account, losesPassword, providers: unlinked }, context);
  }

  if (losesPassword) {
    await removePassword(tx, account, context);
  }
  if (lost.length > 0) {
    await removeLinks(tx, { account, lost }, context);
  }
}

async function removePassword(
  tx: Transaction,
  account: Account,
  context: CallerServices,
): Promise<void> {
  const at = context.clock.now();
  const { id } = account;
  await setEmailLink(tx, { id, emailLink: false });
  await voidEmailSignIns(tx, { accountId: id, at });
  await endSessionsOf(tx, ['password', emailLinkProvider], context);
  if (account.passwordHash === null) {
    return;
  }
  await setPassword(tx, { id, passwordHash: null, at });
  const event = { actorId: id, subjectId: id, at, origin: context.client };
  await recordAudit(tx, { action: 'account.password-removed', ...event });
  const content = (name: string) => ({ kind: 'password-removed', name }) as const;
  await mailAccount(tx, { account, content }, context);
}

async function removeLinks(
  tx: Transaction,
  { account, lost }: { readonly account: Account; readonly lost: readonly IdentityLink[] },
  context: CallerServices,
): Promise<void> {
  const { id, email } = account;
  const providers = lost.map((link) => link.provider);
  await removeIdentityLinks(tx, { accountId: id, providers, at: context.clock.now() });
  await endSessionsOf(tx, providers, context);
  const event = { actorId: id, subjectId: id, at: context.clock.now(), origin: context.client };
  await recordAudit(tx, { action: 'account.provider-unlinked', ...event });
  for (const identity of lost) {
    await mailActionCode(tx, { type: 'REVERT_UNLINK', account, email, identity }, context);
  }
}

/** The caller has just shown who they are and goes on; SDKs take no new tokens from this call. */
async function endSessionsOf(
  tx: Transaction,
  providers: readonly string[],
  context: CallerServices,
) {
  const { uid, sessionId } = context.caller;
  const end = { reason: 'sign-in-changed', endedAt: context.clock.now() } as const;
  await removeSessions(tx, { accountId: uid, exceptId: sessionId, providers, ...end });
}
