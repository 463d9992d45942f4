import type { Transaction } from '../../../platform/transaction.ts';
import { findAccountByEmail, type Services } from '../../identity/index.ts';
import type { OffReason } from './webhook-endpoint.ts';

/** Services for notifying operators. */
export interface OperatorServices extends Pick<Services, 'mails' | 'site'> {
  /** Addresses of operators. */
  readonly operators: readonly string[];
}

interface TurnedOff {
  readonly url: string;
  readonly reason: Exclude<OffReason, 'operator'>;
}

/** Mails each operator that an endpoint was turned off, in the language of the account with this address. */
export async function mailOperators(
  tx: Transaction,
  { url, reason }: TurnedOff,
  { mails, site, operators }: OperatorServices,
): Promise<void> {
  const link = `${site.publicUrl}/operator/webhooks`;
  for (const to of operators) {
    const account = await findAccountByEmail(tx, to);
    await mails.queue(tx, {
      to,
      language: account?.language ?? 'en',
      content: {
        kind: 'webhook-endpoint-off',
        name: account?.displayName ?? '',
        host: new URL(url).host,
        reason,
        link,
      },
    });
  }
}
