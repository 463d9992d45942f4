import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { change, type ServerApiServices } from './operation.ts';
import { toSubscriptionRecord } from './subscription-record.ts';
import { lockRecord, setMetadata } from './subscription-record-store.ts';

type Patch = Readonly<Record<string, string | null>>;

/** Merges into the metadata of a subscription. The activity, which members read, does not list it. */
export const updateSubscriptionRecord = change(
  contract.updateSubscriptionRecord,
  async ({ subscriptionId: id, metadata: patch }, context) => {
    const { tx, clock, settings } = context;
    const before = await lockRecord(tx, id);
    refuseUnless(before, 'subscription/unknown');
    const metadata = merge(before.metadata, patch);
    refuseIf(Object.keys(metadata).length > contract.mostMetadataKeys, 'metadata/too-many-keys');

    if (!changes(before.metadata, patch)) {
      return toSubscriptionRecord(before, settings);
    }
    const record = await setMetadata(tx, { id, metadata, at: clock.now() });
    await recordUpdate(tx, id, context);
    return toSubscriptionRecord(record ?? before, settings);
  },
);

function merge(metadata: contract.Metadata, patch: Patch): contract.Metadata {
  const merged = Object.entries({ ...metadata, ...patch });
  return Object.fromEntries(
    merged.flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );
}

function changes(metadata: contract.Metadata, patch: Patch): boolean {
  const present = new Map(Object.entries(metadata));
  return Object.entries(patch).some(([key, value]) => (present.get(key) ?? null) !== value);
}

/** A key is no person, so the origin names it. */
async function recordUpdate(
  tx: Transaction,
  id: string,
  { clock, client, key }: Pick<ServerApiServices, 'clock' | 'client' | 'key'>,
): Promise<void> {
  await recordAudit(tx, {
    action: 'subscription.metadata-updated',
    actorId: null,
    subjectId: id,
    at: clock.now(),
    origin: { address: client.address, userAgent: `API key ${key.id}` },
  });
}
