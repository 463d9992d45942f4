import type { Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import { lockAccount } from '../accounts/account-store.ts';
import type { IdentityServices } from '../operation.ts';
import { type Caller, toCaller } from './caller.ts';
import { findCallerRow } from './caller-store.ts';

/**
 * Locks the caller's account and checks the session again: a password change or a recovery may have
 * ended it just before, and its holder must not change anything any more.
 */
export async function lockCaller(
  tx: Transaction,
  {
    caller,
    clock,
    settings,
  }: Pick<IdentityServices, 'clock' | 'settings'> & { readonly caller: Caller },
): Promise<Account> {
  const account = await lockAccount(tx, caller.uid);
  const row = await findCallerRow(tx, caller);
  toCaller({ row, now: clock.now(), limits: settings.sessions });
  return account;
}
