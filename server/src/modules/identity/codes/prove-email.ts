import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { setVerifiedEmail } from '../accounts/account-store.ts';
import type { Services } from '../operation.ts';

/** Notes that the person showed a secret that was mailed to the account's address. */
export async function proveEmail(
  tx: Transaction,
  { id, email, emailVerified }: Account,
  { clock, client }: Pick<Services, 'clock' | 'client'>,
): Promise<void> {
  if (emailVerified) {
    return;
  }
  const at = clock.now();
  await setVerifiedEmail(tx, { id, email, at });
  await recordAudit(tx, {
    action: 'account.email-verified',
    actorId: id,
    subjectId: id,
    at,
    origin: client,
  });
}
