import type { Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import { lockAccount } from '../accounts/account-store.ts';
import type { IdentityServices } from '../operation.ts';
import { type Caller, toCaller } from './caller.ts';
import { findCallerRow } from './caller-store.ts';

type Context = Pick<IdentityServices, 'clock' | 'settings'> & { readonly caller: Caller };

/**
 * The caller's account, locked. Asks again whether the session lives: a password change or a
 * recovery that came first has ended it, and whoever it threw out must not get the last word.
 */
export async function lockCaller(
  tx: Transaction,
  { caller, clock, settings }: Context,
): Promise<Account> {
  const account = await lockAccount(tx, caller.uid);
  const row = await findCallerRow(tx, caller);
  toCaller({ row, now: clock.now(), limits: settings.sessions });
  return account;
}
