import type { ActionCodeType, Language } from '@hearth/contract';
import { randomSecret } from '../../../platform/ids.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { FactorChange, MailContent } from '../../mail/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Identity } from '../accounts/identity-link.ts';
import type { IdentityServices } from '../operation.ts';
import { newActionCode } from './action-code.ts';
import { insertActionCode } from './action-code-store.ts';
import { toActionLink } from './action-link.ts';

export interface ActionMail {
  readonly type: ActionCodeType;
  /** Undefined if no account has the address: the same work is done, and no mail is sent. */
  readonly account: Pick<Account, 'id' | 'displayName' | 'language' | 'emailVerified'> | undefined;
  /** As in the code: the address that the mail goes to, unless VERIFY_AND_CHANGE_EMAIL has a new one. */
  readonly email: string;
  readonly newEmail?: string;
  /** For REVERT_LINK and REVERT_UNLINK. */
  readonly identity?: Identity;
  /** For PASSWORD_RESET: whether the provider links stay; false if it is left out. */
  readonly keepsLinks?: boolean;
  /** For changes of the address: sign-in of the session that asked. */
  readonly undoesSince?: Date | null;
  /** For REVERT_FACTORS. */
  readonly factorChange?: FactorChange;
  /** When the change happened that the code takes back; now if it is left out. */
  readonly at?: Date;
  readonly continueUrl?: string | undefined;
  /** Mark of the device that asked, if this request comes from another one; null if unknown. */
  readonly userAgent?: string | null;
}

type Services = Pick<IdentityServices, 'clock' | 'client' | 'mails' | 'site'>;

/** Makes a code and queues the mail that carries it, in the caller's transaction. */
export async function mailActionCode(
  tx: Transaction,
  mail: ActionMail,
  services: Services,
): Promise<void> {
  const { type, account, email, newEmail = null, identity, continueUrl } = mail;
  const oobCode = randomSecret();
  const { userAgent = services.client.userAgent } = mail;
  const purpose = {
    type,
    accountId: account?.id ?? null,
    email,
    newEmail,
    userAgent: account ? userAgent : null,
    identity,
    keepsLinks: mail.keepsLinks ?? false,
    undoesSince: mail.undoesSince ?? null,
  };
  const code = newActionCode(purpose, mail.at ?? services.clock.now());
  await insertActionCode(tx, oobCode, code);

  const language = mailLanguage(account, services.client);
  const link = toActionLink({ type, oobCode, language, continueUrl }, services.site);
  const recipient = (type === 'VERIFY_AND_CHANGE_EMAIL' && newEmail) || email;
  await services.mails.queue(tx, {
    to: account ? { email: recipient, emailVerified: account.emailVerified } : null,
    language,
    content: toContent(mail, link, code.expiresAt),
  });
}

/** The person's language, else their browser's. */
export function mailLanguage(
  account: Pick<Account, 'language'> | undefined,
  client: IdentityServices['client'],
): Language {
  return account?.language ?? client.language ?? 'en';
}

function toContent(mail: ActionMail, link: string, expiresAt: Date): MailContent {
  const { type, account, newEmail = '', identity, factorChange = 'added' } = mail;
  const name = account?.displayName ?? '';
  const changed = { provider: identity?.provider ?? '', providerEmail: identity?.email ?? '' };
  const contents: Record<ActionCodeType, MailContent> = {
    VERIFY_EMAIL: { kind: 'verify-email', name, link },
    PASSWORD_RESET: { kind: 'reset-password', name, link },
    VERIFY_AND_CHANGE_EMAIL: { kind: 'verify-and-change-email', name, newEmail, link },
    RECOVER_EMAIL: { kind: 'recover-email', name, newEmail, link },
    REVERT_VERIFICATION: { kind: 'revert-verification', name, link },
    REVERT_LINK: { kind: 'provider-linked', name, ...changed, link },
    REVERT_UNLINK: { kind: 'provider-unlinked', name, ...changed, link },
    CONTEST_RECOVERY: { kind: 'account-recovered', name, oldEmail: newEmail, link },
    CONFIRM_EMAIL_CHANGE: { kind: 'confirm-email-change', name, link },
    STOP_EMAIL_CHANGE: { kind: 'email-change-planned', name, newEmail, link },
    KEEP_ACCOUNT: { kind: 'deletion-planned', name, deletesAt: expiresAt.toISOString(), link },
    REVERT_FACTORS: { kind: 'factors-changed', name, change: factorChange, link },
  };
  return contents[type];
}
