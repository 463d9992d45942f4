import { sql } from 'kysely';
import type { KeyPurpose } from './derive-key.ts';
import { seal, unseal } from './seal.ts';
import type { Database, Transaction } from './transaction.ts';

interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly purpose: KeyPurpose;
}

/** Every column that holds what a key derived from SECRET_KEY has sealed. The first tells whether a key is the right one. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', column: 'sealed_private_jwk', purpose: 'signing keys' },
  { table: 'mails', column: 'sealed_content', purpose: 'mails' },
  { table: 'webhook_endpoints', column: 'sealed_secret', purpose: 'webhooks' },
  { table: 'webhook_endpoints', column: 'sealed_old_secret', purpose: 'webhooks' },
  { table: 'second_factors', column: 'sealed_secret', purpose: 'second factors' },
];

interface Keys {
  readonly from: string;
  readonly to: string;
}

/**
 * Seals everything under another SECRET_KEY and answers how much that was; all of it or, when this program is killed,
 * nothing. What has the new seal already stays.
 */
export async function reseal(db: Database, keys: Keys): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    let count = 0;
    for (const place of sealedColumns) {
      count += await resealColumn(tx, place, keys);
    }
    return count;
  });
}

async function resealColumn(tx: Transaction, place: SealedColumn, keys: Keys): Promise<number> {
  const [table, column] = [sql.table(place.table), sql.ref(place.column)];
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, ${column} as sealed from ${table} where ${column} is not null order by id
    for update`.execute(tx);
  let count = 0;
  for (const { id, sealed } of rows) {
    const text = open(sealed, keys.from, place);
    if (text !== undefined) {
      const anew = seal(text, { secretKey: keys.to, purpose: place.purpose });
      await sql`update ${table} set ${column} = ${anew} where id = ${id}`.execute(tx);
      count += 1;
    } else if (place === sealedColumns[0] && open(sealed, keys.to, place) === undefined) {
      throw new Error(
        'Neither SECRET_KEY nor SECRET_KEY_OLD is the one that this database was set up with. Nothing was changed.',
      );
    }
  }
  return count;
}

function open(sealed: Buffer, secretKey: string, { purpose }: SealedColumn): string | undefined {
  try {
    return unseal(sealed, { secretKey, purpose });
  } catch {
    return undefined;
  }
}
