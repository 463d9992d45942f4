import { sql } from 'kysely';
import { randomId } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';

interface AvatarTable {
  id: string;
  account_id: string;
  source_url: string;
  content_type: string | null;
  content: Buffer | null;
  tried_at: Date | null;
}

const avatars = (db: Database) => db.withTables<{ avatars: AvatarTable }>();

/** A picture as it is served. */
export interface Picture {
  readonly contentType: string;
  readonly content: Buffer;
}

/** Notes the address that the account's picture comes from; answers its id, a new one for a new picture. */
export async function keepAvatar(
  tx: Transaction,
  { accountId, sourceUrl }: { readonly accountId: string; readonly sourceUrl: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into avatars as kept (id, account_id, source_url)
    values (${randomId(28)}, ${accountId}, ${sourceUrl})
    on conflict (account_id) do update set
      id = case when kept.source_url = excluded.source_url then kept.id else excluded.id end,
      content_type = case when kept.source_url = excluded.source_url then kept.content_type end,
      content = case when kept.source_url = excluded.source_url then kept.content end,
      tried_at = case when kept.source_url = excluded.source_url then kept.tried_at end,
      source_url = excluded.source_url
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) {
    throw new Error('The avatar was not kept.');
  }
  return row.id;
}

interface KeptAvatar {
  readonly sourceUrl: string;
  readonly picture: Picture | undefined;
  readonly triedAt: Date | null;
}

export async function findAvatar(db: Database, id: string): Promise<KeptAvatar | undefined> {
  const row = await avatars(db)
    .selectFrom('avatars')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      sourceUrl: row.source_url,
      picture:
        row.content && row.content_type !== null
          ? { contentType: row.content_type, content: row.content }
          : undefined,
      triedAt: row.tried_at,
    }
  );
}

/** Claims the fetching of a picture; false when somebody asked for it after `retryFrom`. */
export async function claimFetch(
  db: Database,
  { id, at, retryFrom }: { readonly id: string; readonly at: Date; readonly retryFrom: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await avatars(db)
    .updateTable('avatars')
    .set({ tried_at: at })
    .where('id', '=', id)
    .where((is) => is.or([is('tried_at', 'is', null), is('tried_at', '<', retryFrom)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function keepPicture(db: Database, id: string, picture: Picture): Promise<void> {
  await avatars(db)
    .updateTable('avatars')
    .set({ content_type: picture.contentType, content: picture.content })
    .where('id', '=', id)
    .execute();
}
