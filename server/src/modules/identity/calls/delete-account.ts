import * as contract from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import { erasePerson, recordAudit } from '../../audit/index.ts';
import { ownAddress } from '../accounts/account.ts';
import { removeAccountInvitation } from '../accounts/account-invitation-store.ts';
import { removeAccount } from '../accounts/account-store.ts';
import { isContestable } from '../codes/action-code-store.ts';
import { voidEmailSignIns } from '../codes/email-sign-in-store.ts';
import { mailLanguage } from '../codes/mail-action-code.ts';
import { change } from '../operation.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';

/** Removes one's own account permanently. */
export const deleteAccount = change(contract.deleteAccount, async (_input, context) => {
  const { tx, caller, clock, client, hooks, mails } = context;
  requireRecentSignIn(caller, clock.now());
  const account = await lockCaller(tx, context);
  const question = { accountId: account.id, at: clock.now() };
  refuseIf(await isContestable(tx, question), 'auth/account-contested');
  await hooks.beforeAccountDeletion(tx, { account, at: clock.now(), client });

  await voidEmailSignIns(tx, { accountId: account.id, at: clock.now() });
  await removeAccount(tx, account.id);
  await removeAccountInvitation(tx, ownAddress(account));
  await recordAudit(tx, {
    action: 'account.deleted',
    actorId: account.id,
    subjectId: account.id,
    at: clock.now(),
    origin: client,
  });
  await erasePerson(tx, { uid: account.id, email: ownAddress(account) });
  await mails.queue(tx, {
    to: account,
    language: mailLanguage(account, client),
    content: { kind: 'account-deleted', name: account.displayName },
  });
  return { kind: 'identitytoolkit#DeleteAccountResponse' as const };
});
