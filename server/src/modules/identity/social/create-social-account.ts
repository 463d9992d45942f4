import { randomId } from '../../../platform/ids.ts';
import { refuseIf } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { insertAccount } from '../accounts/account-store.ts';
import { requireAdmitted } from '../accounts/admit-address.ts';
import { insertIdentityLink } from '../accounts/identity-link-store.ts';
import { isEmailHeld } from '../codes/action-code-store.ts';
import type { IdentityServices } from '../operation.ts';
import type { ConfirmedIdentity } from './provider.ts';

/** An account without a password, whose address is as proven as the provider says. */
export async function createSocialAccount(
  tx: Transaction,
  identity: ConfirmedIdentity & { readonly email: string },
  context: IdentityServices,
): Promise<Account> {
  const { email } = identity;
  await requireAdmitted(tx, { email, purpose: 'new-account' }, context);
  const { clock, client } = context;
  const at = clock.now();
  const account: Account = {
    id: randomId(28),
    email,
    emailVerified: identity.emailVerified,
    displayName: identity.displayName,
    avatarUrl: '',
    language: client.language ?? null,
    checklistHidden: false,
    theme: null,
    passwordHash: null,
    passwordChangedAt: null,
    disabledAt: null,
    factorCount: 0,
    lastSignedInAt: at,
    createdAt: at,
    updatedAt: at,
  };
  await insertAccount(tx, account);
  // Checked after the insert, when an account that gives the address up right now has committed.
  const question = { email: account.email, accountId: account.id, at };
  refuseIf(await isEmailHeld(tx, question), 'auth/email-already-in-use');
  await insertIdentityLink(tx, { ...identity, accountId: account.id, linkedAt: at });
  const ids = { actorId: account.id, subjectId: account.id };
  await recordAudit(tx, { action: 'account.created', ...ids, at, origin: client });
  return account;
}
