import { randomSecret } from '../../../platform/ids.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import type { IdentityServices } from '../operation.ts';
import { toAppSite, toSignInLink } from './action-link.ts';
import { mostOfDay, newCode } from './email-sign-in.ts';
import { countOfDay, insertEmailSignIn, lockAddress } from './email-sign-in-store.ts';
import { mailLanguage } from './mail-action-code.ts';

interface SignInMail {
  readonly email: string;
  readonly account: Account | undefined;
  /** False for an address that could not sign in: the same work is done, and no mail is sent. */
  readonly isRecipient: boolean;
  /** Secret of the browser that asked on our own page. */
  readonly binding: string | undefined;
  readonly continueUrl: string | undefined;
}

/** Makes a link and queues its mail; answers whether the mail has a code to type, too. */
export async function mailSignInLink(
  tx: Transaction,
  { email, account, isRecipient, binding, continueUrl }: SignInMail,
  { client, clock, limits, mails, site }: IdentityServices,
): Promise<boolean> {
  const at = clock.now();
  await lockAddress(tx, email);
  const { codes } = await countOfDay(tx, { email, at });
  const hasCode = binding !== undefined && (codes < mostOfDay.codes || !limits.isOn);
  const code = hasCode ? newCode() : undefined;
  const oobCode = randomSecret();
  const appSite = toAppSite(continueUrl, site);
  await insertEmailSignIn(tx, { secret: oobCode, email, binding, code, site: appSite, at });

  const language = mailLanguage(account, client);
  const link = toSignInLink({ oobCode, language, continueUrl }, site);
  // The maker of an account whose address is not proven may be a stranger, who chose its name.
  const isProven = account?.emailVerified === true;
  await mails.queue(tx, {
    to: isRecipient ? { email, emailVerified: isProven } : null,
    language,
    content: {
      kind: 'sign-in-link',
      name: isProven ? account.displayName : '',
      link,
      ...(code !== undefined && { code }),
    },
  });
  return hasCode;
}
