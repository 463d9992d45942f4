import type { Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import { updateProfile } from '../accounts/account-store.ts';
import type { IdentityServices } from '../operation.ts';
import { keepAvatar } from './avatar-store.ts';
import type { ConfirmedIdentity } from './provider.ts';

/** Path of a kept picture, below PUBLIC_URL. */
const avatarsPath = '/avatars/';

/** The provider's picture becomes the account's each time; the name only if there is none. */
export async function syncProfile(
  tx: Transaction,
  { identity, account }: { readonly identity: ConfirmedIdentity; readonly account: Account },
  { clock, site }: Pick<IdentityServices, 'clock' | 'site'>,
): Promise<Account> {
  const displayName = account.displayName || identity.displayName;
  const avatarUrl =
    identity.photoUrl === ''
      ? account.avatarUrl
      : await toAvatarUrl(tx, account.id, { sourceUrl: identity.photoUrl, ...site });
  if (displayName === account.displayName && avatarUrl === account.avatarUrl) {
    return account;
  }
  const profile = { displayName, avatarUrl };
  return await updateProfile(tx, { id: account.id, profile, at: clock.now() });
}

async function toAvatarUrl(
  tx: Transaction,
  accountId: string,
  { sourceUrl, publicUrl }: { readonly sourceUrl: string; readonly publicUrl: string },
): Promise<string> {
  const id = await keepAvatar(tx, { accountId, sourceUrl });
  return new URL(`${avatarsPath}${id}`, publicUrl).href;
}
