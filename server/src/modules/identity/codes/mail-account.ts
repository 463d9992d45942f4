import type { Language } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import type { MailContent } from '../../mail/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Services } from '../operation.ts';
import { mailLanguage } from './mail-action-code.ts';

interface AccountMail {
  /** Undefined if the account is gone: no mail. */
  readonly account: Account | undefined;
  readonly content: (name: string, language: Language) => MailContent;
  readonly notBefore?: Date;
}

/** Queues a mail to an account, in its own language; answers its id. */
export async function mailAccount(
  tx: Transaction,
  { account, content, notBefore }: AccountMail,
  { client, mails }: Pick<Services, 'client' | 'mails'>,
): Promise<string | undefined> {
  if (!account) {
    return undefined;
  }
  const language = mailLanguage(account, client);
  return await mails.queue(tx, {
    to: account,
    language,
    content: content(account.displayName, language),
    notBefore,
  });
}
