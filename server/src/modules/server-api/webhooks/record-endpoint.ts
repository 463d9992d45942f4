import type { Transaction } from '../../../platform/transaction.ts';
import { type OwnEvent, recordAudit } from '../../audit/index.ts';
import type { WebhookServices } from './operation.ts';

/** A key is no person, so the origin names it. */
export async function recordEndpoint(
  tx: Transaction,
  happening: Pick<OwnEvent, 'action' | 'subjectId'>,
  { clock, client, key }: Pick<WebhookServices, 'clock' | 'client' | 'key'>,
): Promise<void> {
  const origin = { address: client.address, userAgent: `API key ${key.id}` };
  await recordAudit(tx, { ...happening, actorId: null, at: clock.now(), origin });
}
