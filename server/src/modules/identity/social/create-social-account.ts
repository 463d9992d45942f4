import type { Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import { requireAdmitted } from '../accounts/admit-address.ts';
import { insertIdentityLink } from '../accounts/identity-link-store.ts';
import { createAccount } from '../create-account.ts';
import type { IdentityServices } from '../operation.ts';
import type { ConfirmedIdentity } from './provider.ts';

/** An account without a password, whose address is as proven as the provider says. */
export async function createSocialAccount(
  tx: Transaction,
  identity: ConfirmedIdentity & { readonly email: string },
  context: IdentityServices,
): Promise<Account> {
  const { email, emailVerified, displayName } = identity;
  await requireAdmitted(tx, { email, purpose: 'new-account' }, context);
  const at = context.clock.now();
  const wanted = { email, emailVerified, displayName, passwordHash: null, emailLink: false };
  const account = await createAccount(tx, wanted, { client: context.client, at });
  await insertIdentityLink(tx, { ...identity, accountId: account.id, linkedAt: at });
  return account;
}
