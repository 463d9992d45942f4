import type { Transaction } from '../../../platform/transaction.ts';
import type { Restoring } from '../accounts/restoring.ts';
import { restoreRecoveryCodes } from './recovery-code-store.ts';
import { restoreSecondFactors } from './second-factor-store.ts';

/** Gives the account the second factors and recovery codes that it had then; used codes stay used. */
export async function restoreFactors(tx: Transaction, restoring: Restoring): Promise<void> {
  await restoreSecondFactors(tx, restoring);
  await restoreRecoveryCodes(tx, restoring);
}
