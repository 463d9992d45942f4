import { refuseIf } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { erasePerson, recordAudit } from '../audit/index.ts';
import { type Account, ownAddress } from './accounts/account.ts';
import { removeAccountInvitation } from './accounts/account-invitation-store.ts';
import { removeAccount } from './accounts/account-store.ts';
import { isContestable } from './codes/action-code-store.ts';
import { voidEmailSignIns } from './codes/email-sign-in-store.ts';
import { mailLanguage } from './codes/mail-action-code.ts';
import type { IdentityServices } from './operation.ts';

type Removing = Pick<IdentityServices, 'clock' | 'client' | 'hooks' | 'mails'> & {
  /** The person, or null once an operator has planned it. */
  readonly actorId: string | null;
};

/** Removes a locked account permanently and mails its person; refuses while it is still needed. */
export async function removePerson(
  tx: Transaction,
  account: Account,
  { actorId, clock, client, hooks, mails }: Removing,
): Promise<void> {
  const { id } = account;
  const at = clock.now();
  refuseIf(await isContestable(tx, { accountId: id, at }), 'auth/account-contested');
  await hooks.beforeAccountDeletion(tx, { account, at, client });

  await voidEmailSignIns(tx, { accountId: id, at });
  await removeAccount(tx, id);
  await removeAccountInvitation(tx, ownAddress(account));
  await recordAudit(tx, { action: 'account.deleted', actorId, subjectId: id, at, origin: client });
  await erasePerson(tx, { uid: id, email: ownAddress(account) });
  await mails.queue(tx, {
    to: account,
    language: mailLanguage(account, client),
    content: {
      kind: 'account-deleted',
      name: account.displayName,
      ...(actorId === null && { isPlanned: true }),
    },
  });
}
