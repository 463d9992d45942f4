import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { lockEndpoint } from './webhook-endpoint-store.ts';

/** Locks the endpoint; refuses one that is not there or off. */
export async function requireOn(tx: Transaction, id: string): Promise<void> {
  const endpoint = await lockEndpoint(tx, id);
  refuseUnless(endpoint, 'webhook/unknown-endpoint');
  refuseUnless(endpoint.offReason === null, 'webhook/endpoint-off');
}
