import type { Transaction } from '../../../platform/transaction.ts';
import { restoreRecoveryCodes } from './recovery-code-store.ts';
import { restoreSecondFactors } from './second-factor-store.ts';

interface Restoring {
  readonly accountId: string;
  /** Just before this instant somebody else began to change the account. */
  readonly asOf: Date;
}

/** Gives the account the second factors and recovery codes that it had then; used codes stay used. */
export async function restoreFactors(tx: Transaction, restoring: Restoring): Promise<void> {
  await restoreSecondFactors(tx, restoring);
  await restoreRecoveryCodes(tx, restoring);
}
