import { refuseIf } from '../../platform/refusal.ts';
import type { Database } from '../../platform/transaction.ts';
import { listClaims } from './ownership-claim-store.ts';

/** Refuses what an operator's decision about the owner could not take back: ending the project, transfers and refunds. */
export async function requireUnfrozen(db: Database, subscriptionId: string): Promise<void> {
  refuseIf(await isFrozen(db, subscriptionId), 'subscription/frozen');
}

/** Whether somebody claims the project. */
export async function isFrozen(db: Database, subscriptionId: string): Promise<boolean> {
  return (await listClaims(db, subscriptionId)).length > 0;
}
