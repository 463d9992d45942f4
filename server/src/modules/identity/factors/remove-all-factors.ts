import type { Transaction } from '../../../platform/transaction.ts';
import { removeRecoveryCodes } from './recovery-code-store.ts';
import { removeSecondFactors } from './second-factor-store.ts';

/** Removes all second factors and recovery codes of the account; answers how many factors there were. */
export async function removeAllFactors(
  tx: Transaction,
  account: { readonly accountId: string; readonly at: Date },
): Promise<number> {
  await removeRecoveryCodes(tx, account);
  return await removeSecondFactors(tx, account);
}
