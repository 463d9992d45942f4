import { type Database, sql, type Transaction } from '@hearth/server/app';

export interface PictureRow {
  readonly id: string;
  readonly subscription_id: string;
  readonly created_at: Date;
}

const columns = sql`id, subscription_id, created_at`;

export const pageSize = 12;

export async function listPage(
  db: Database,
  subscriptionId: string,
  page: number,
): Promise<readonly PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select ${columns} from app.pictures where subscription_id = ${subscriptionId}
    order by created_at desc, id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return rows;
}

export async function listOwnPictures(db: Database, uid: string): Promise<readonly PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select ${columns} from app.pictures where author_id = ${uid}
    order by created_at desc, id`.execute(db);
  return rows;
}

export async function countPictures(db: Database, subscriptionId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used from app.pictures
    where subscription_id = ${subscriptionId}`.execute(db);
  return rows[0]?.used ?? 0;
}

interface NewPicture {
  readonly id: string;
  readonly subscriptionId: string;
  readonly authorId: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly at: Date;
}

export async function insertPicture(tx: Transaction, picture: NewPicture): Promise<void> {
  const { id, subscriptionId, authorId, type, bytes, at } = picture;
  await sql`
    insert into app.pictures (id, subscription_id, author_id, type, bytes, created_at)
    values (${id}, ${subscriptionId}, ${authorId}, ${type}, ${bytes}, ${at})`.execute(tx);
}

export async function findPicture(
  db: Database,
  subscriptionId: string,
  id: string,
): Promise<{ readonly type: string; readonly bytes: Buffer } | undefined> {
  const { rows } = await sql<{ type: string; bytes: Buffer }>`
    select type, bytes from app.pictures
    where id = ${id} and subscription_id = ${subscriptionId}`.execute(db);
  return rows[0];
}

export async function clearPictureAuthor(tx: Transaction, uid: string): Promise<void> {
  await sql`update app.pictures set author_id = null where author_id = ${uid}`.execute(tx);
}
