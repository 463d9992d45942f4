import { type RawBuilder, sql } from 'kysely';
import { secretHash } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { DeviceMarks } from './known-device.ts';

interface KnownDeviceTable {
  account_id: string;
  mark_hash: Buffer;
  created_at: Date;
  last_used_at: Date;
}

const knownDevices = (db: Database) => db.withTables<{ known_devices: KnownDeviceTable }>();

/** More than one person uses; of more than that the longest unused are forgotten. */
const maxDevices = 10;

/**
 * Parts of the statement that opens a session, after its part `account`: keeps the mark that the browser
 * has for the account (`kept_device`), or adds the new one.
 */
export function keepDeviceParts({ held, fresh }: DeviceMarks, at: Date): RawBuilder<unknown> {
  return sql`
    kept_device as (
      update known_devices set last_used_at = ${at}
      where account_id = (select id from account) and mark_hash = any(${held.map(secretHash)}::bytea[])
      returning mark_hash
    ), forgotten_device as (
      delete from known_devices where not exists (select 1 from kept_device)
        and (account_id, mark_hash) in (
          select account_id, mark_hash from known_devices
          where account_id = (select id from account)
          order by last_used_at desc offset ${maxDevices - 1})
    ), new_device as (
      insert into known_devices (account_id, mark_hash, created_at, last_used_at)
      select id, ${secretHash(fresh)}, ${at}::timestamptz, ${at}::timestamptz from account
      where not exists (select 1 from kept_device)
    )`;
}

/** The place of the mark that is the account's, of the statement's part `account`, among those of a browser. */
export function knownDevicePart(marks: readonly string[]): RawBuilder<unknown> {
  return sql`
    select held.place from account
    join known_devices on known_devices.account_id = account.id
    join unnest(${marks.map(secretHash)}::bytea[]) with ordinality held (mark_hash, place)
      on held.mark_hash = known_devices.mark_hash
    order by held.place limit 1`;
}

/** The one of these marks that is the account's. */
export async function findKnownMarkOf(
  db: Database,
  { accountId, marks }: { readonly accountId: string; readonly marks: readonly string[] },
): Promise<string | undefined> {
  const rows = await knownDevices(db)
    .selectFrom('known_devices')
    .select('mark_hash')
    .where('account_id', '=', accountId)
    .where('mark_hash', 'in', marks.map(secretHash))
    .execute();
  return marks.find((mark) => rows.some((row) => row.mark_hash.equals(secretHash(mark))));
}

/** Which of the marks a statement with these parts answered as kept; else it added the new one. */
export function findKeptMark({ held, fresh }: DeviceMarks, keptHash: Buffer | null): string {
  return held.find((mark) => keptHash?.equals(secretHash(mark))) ?? fresh;
}

export async function insertKnownDevice(
  tx: Transaction,
  { accountId, mark, at }: { readonly accountId: string; readonly mark: string; readonly at: Date },
): Promise<void> {
  await knownDevices(tx)
    .insertInto('known_devices')
    .values({
      account_id: accountId,
      mark_hash: secretHash(mark),
      created_at: at,
      last_used_at: at,
    })
    .execute();
}

/** Every browser is a stranger to the account again. */
export async function removeKnownDevices(tx: Transaction, accountId: string): Promise<void> {
  await knownDevices(tx).deleteFrom('known_devices').where('account_id', '=', accountId).execute();
}

/** Forgets marks that were not used for a year, which is as long as browsers keep them. */
export async function sweepKnownDevices(db: Database, at: Date): Promise<void> {
  await sql`
    delete from known_devices where last_used_at < ${at}::timestamptz - interval '1 year'`.execute(
    db,
  );
}
