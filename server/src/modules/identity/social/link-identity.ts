import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { insertIdentityLink } from '../accounts/identity-link-store.ts';
import { mailActionCode } from '../codes/mail-action-code.ts';
import type { IdentityServices } from '../operation.ts';
import type { ConfirmedIdentity } from './provider.ts';

/** Lets the identity open the account, and mails its owner how to undo that. */
export async function linkIdentity(
  tx: Transaction,
  { identity, account }: { readonly identity: ConfirmedIdentity; readonly account: Account },
  context: Pick<IdentityServices, 'clock' | 'client' | 'mails' | 'site'>,
): Promise<void> {
  const at = context.clock.now();
  await insertIdentityLink(tx, { ...identity, accountId: account.id, linkedAt: at });
  const ids = { actorId: account.id, subjectId: account.id };
  await recordAudit(tx, { action: 'account.provider-linked', ...ids, at, origin: context.client });
  const { email } = account;
  await mailActionCode(tx, { type: 'REVERT_LINK', account, email, identity }, context);
}
