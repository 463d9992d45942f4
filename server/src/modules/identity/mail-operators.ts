import type { Transaction } from '../../platform/transaction.ts';
import type { MailContent } from '../mail/index.ts';
import { findAccountByEmail } from './accounts/account-store.ts';
import type { Services } from './operation.ts';

/** Services for notifying operators. */
export interface OperatorServices extends Pick<Services, 'mails'> {
  /** Addresses of operators. */
  readonly operators: readonly string[];
}

/** Mails each operator, in the language of the account with this address. The content takes the recipient's name. */
export async function mailOperators(
  tx: Transaction,
  toContent: (name: string) => MailContent,
  { mails, operators }: OperatorServices,
): Promise<void> {
  for (const to of operators) {
    const account = await findAccountByEmail(tx, to);
    const content = toContent(account?.displayName ?? '');
    const language = account?.language ?? 'en';
    await mails.queue(tx, { to: { email: to, emailVerified: true }, language, content });
  }
}
