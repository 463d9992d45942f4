import { refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { type Account, requireEnabled } from '../accounts/account.ts';
import { getAccount, lockAccount } from '../accounts/account-store.ts';
import { actionCodeBuckets } from '../limits.ts';
import type { IdentityServices } from '../operation.ts';
import { isCodeOf, requireUsable, type UsableCode } from './action-code.ts';
import { findActionCode, lockActionCode } from './action-code-store.ts';

export type RedeemContext = IdentityServices & {
  readonly db: Database;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
};

/** A usable code and its account, both locked. */
export interface Redeeming {
  readonly code: UsableCode;
  readonly account: Account;
  readonly at: Date;
}

/** Does something with a mailed code in one transaction and answers the account as it is then. */
export async function redeemActionCode(
  oobCode: string,
  context: RedeemContext,
  redeem: (tx: Transaction, redeeming: Redeeming) => Promise<void>,
): Promise<Account> {
  const { db, clock, client, limits } = context;
  const allowed = await limits.take(db, actionCodeBuckets(client.address));
  refuseUnless(allowed, 'auth/too-many-requests');
  const at = clock.now();
  const found = await findActionCode(db, oobCode);
  requireUsable(found, at);

  return await context.transaction(async (tx) => {
    // Locks the account first, as all changes do; another order could end in a deadlock.
    const account = await lockAccount(tx, found.accountId);
    const code = await lockActionCode(tx, oobCode);
    requireUsable(code, at);
    if (!isCodeOf('plan', code.type)) {
      requireEnabled(account);
    }
    await redeem(tx, { code, account, at });
    return await getAccount(tx, account.id);
  });
}
