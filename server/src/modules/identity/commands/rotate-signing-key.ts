import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { publishedAheadMs } from '../sessions/id-token.ts';
import { newSigningKey } from '../sessions/signing-key.ts';
import { insertSigningKey } from '../sessions/signing-key-store.ts';

interface RotatedKey {
  readonly id: string;
  readonly signsFrom: Date;
}

/**
 * Publishes a key that signs some minutes later, when all servers and other programs know it. Tokens of older keys are
 * accepted until they expire, so nobody is signed out.
 */
export async function rotateSigningKey({
  db,
  clock,
  secretKey,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretKey: string;
}): Promise<RotatedKey> {
  const at = clock.now();
  const key = await newSigningKey(secretKey, at);
  await db.transaction().execute(async (tx) => {
    await insertSigningKey(tx, key);
    const origin = { address: '', userAgent: 'operator command line' };
    const ids = { actorId: null, subjectId: key.id };
    await recordAudit(tx, { action: 'signing-key.rotated', ...ids, at, origin });
  });
  return { id: key.id, signsFrom: new Date(at.getTime() + publishedAheadMs) };
}
