import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { SigningKey } from './signing-key.ts';

interface SigningKeyTable {
  id: string;
  public_jwk: JWK;
  sealed_private_jwk: Buffer;
  created_at: Date;
}

const signingKeys = (db: Database) => db.withTables<{ signing_keys: SigningKeyTable }>();

/** All keys, newest first. */
export async function listSigningKeys(db: Database): Promise<SigningKey[]> {
  const rows = await signingKeys(db)
    .selectFrom('signing_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    publicJwk: row.public_jwk,
    sealedPrivateJwk: row.sealed_private_jwk,
    createdAt: row.created_at,
  }));
}

/** Adds the first key, unless another process that starts at the same time already has. */
export async function insertFirstSigningKey(db: Database, key: SigningKey): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table signing_keys in exclusive mode`.execute(tx);
    if ((await listSigningKeys(tx)).length > 0) {
      return;
    }
    await insertSigningKey(tx, key);
  });
}

export async function insertSigningKey(db: Database, key: SigningKey): Promise<void> {
  await signingKeys(db)
    .insertInto('signing_keys')
    .values({
      id: key.id,
      public_jwk: key.publicJwk,
      sealed_private_jwk: key.sealedPrivateJwk,
      created_at: key.createdAt,
    })
    .execute();
}

/** Forgets keys whose successor has signed for a day: no token of theirs lives any more. */
export async function sweepSigningKeys(db: Database, at: Date): Promise<void> {
  await sql`
    delete from signing_keys old where exists (
      select 1 from signing_keys successor
      where successor.created_at > old.created_at
        and successor.created_at < ${at}::timestamptz - interval '1 day')`.execute(db);
}
