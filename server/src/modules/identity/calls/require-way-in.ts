import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import { listIdentityLinks } from '../accounts/identity-link-store.ts';
import type { IdentityServices } from '../operation.ts';
import { listPasskeys } from '../passkeys/passkey-store.ts';

/** Ways in that the account is about to lose. */
interface Loss {
  readonly account: Account;
  /** The password, and mailed links, which SDKs name alike. */
  readonly losesPassword?: boolean;
  /** Provider ids. */
  readonly providers?: readonly string[];
  readonly passkeyId?: string;
}

/** Refuses a change after which nothing would open the account. */
export async function requireWayIn(
  tx: Transaction,
  { account, losesPassword = false, providers = [], passkeyId }: Loss,
  { settings }: Pick<IdentityServices, 'settings'>,
): Promise<void> {
  const byMail = account.emailLink && settings.policy.emailSignIn;
  const keepsPassword = !losesPassword && (account.passwordHash !== null || byMail);
  const links = await listIdentityLinks(tx, account.id);
  const passkeys = await listPasskeys(tx, account.id);
  const isKept =
    keepsPassword ||
    links.some(({ provider }) => !providers.includes(provider)) ||
    passkeys.some(({ id }) => id !== passkeyId);
  refuseUnless(isKept, 'auth/last-sign-in-method');
}
