import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { newSigningKey } from '../sessions/signing-key.ts';
import { insertSigningKey } from '../sessions/signing-key-store.ts';

interface Rotation {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretKey: string;
}

/**
 * Adds a key that signs from now on; running servers take it up within half a minute. Tokens of
 * the older keys go on being accepted until they expire, so nobody is signed out.
 */
export async function rotateSigningKey({ db, clock, secretKey }: Rotation): Promise<string> {
  const at = clock.now();
  const key = await newSigningKey(secretKey, at);
  await db.transaction().execute(async (tx) => {
    await insertSigningKey(tx, key);
    const origin = { address: '', userAgent: 'operator command line' };
    const ids = { actorId: null, subjectId: key.id };
    await recordAudit(tx, { action: 'signing-key.rotated', ...ids, at, origin });
  });
  return key.id;
}
