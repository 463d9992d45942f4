import type { Database } from '../../../platform/transaction.ts';
import { openPrivateKey } from '../sessions/signing-key.ts';
import { listSigningKeys } from '../sessions/signing-key-store.ts';

/** Whether the secret opens the key that signs now; true while there is none yet. */
export async function opensSigningKeys(db: Database, secretKey: string): Promise<boolean> {
  const [newest] = await listSigningKeys(db);
  try {
    return newest === undefined || openPrivateKey(newest, secretKey) !== undefined;
  } catch {
    return false;
  }
}
