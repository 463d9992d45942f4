import type { Selectable } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { ApiKey } from './api-key.ts';

interface ApiKeyTable {
  id: string;
  name: string;
  key_hash: Buffer;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const apiKeys = (db: Database) => db.withTables<{ api_keys: ApiKeyTable }>();

export async function insertApiKey(
  tx: Transaction,
  key: ApiKey & { readonly keyHash: Buffer },
): Promise<void> {
  await apiKeys(tx)
    .insertInto('api_keys')
    .values({
      id: key.id,
      name: key.name,
      key_hash: key.keyHash,
      scopes: [...key.scopes],
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      last_used_at: key.lastUsedAt,
      revoked_at: key.revokedAt,
    })
    .execute();
}

/** The key with the hash of its secret; undefined if there is none. */
export async function findApiKey(
  db: Database,
  id: string,
): Promise<{ readonly key: ApiKey; readonly keyHash: Buffer } | undefined> {
  const row = await apiKeys(db)
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { key: toApiKey(row), keyHash: row.key_hash };
}

/** All keys, oldest first. */
export async function listApiKeyRows(db: Database): Promise<ApiKey[]> {
  const rows = await apiKeys(db)
    .selectFrom('api_keys')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toApiKey);
}

export async function noteUse(db: Database, { id }: ApiKey, at: Date): Promise<void> {
  await apiKeys(db)
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .execute();
}

/** Revokes a key that is not revoked yet; answers whether there was one. */
export async function markRevoked(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const row = await apiKeys(tx)
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function toApiKey(row: Selectable<ApiKeyTable>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
