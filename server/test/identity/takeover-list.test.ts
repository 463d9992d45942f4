import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import type { Database } from '../../src/platform/transaction.ts';
import { at, withDatabase } from '../harness/postgres.ts';
import { accountColumns, tables } from './takeover-list.ts';

/** Names of columns that hold a uid or an address without a foreign key. */
const personal =
  /^((account|actor|owner|payer|inviter|user|claimant|member)_id|uid|holder|email|recipient|\w+_email|(invited|ended|removed|created|claimed)_by)$/;

interface Column {
  readonly place: string;
  readonly name: string;
  readonly refersTo: string | null;
}

const withSchema = (work: (db: Database) => Promise<void>) =>
  withDatabase(at(inject('postgres'), inject('templateDatabase')), work);

async function listColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as place, a.attname as name, (
      select k.confrelid::regclass::text from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey) limit 1
    ) as "refersTo"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped`.execute(db);
  return rows;
}

const isPersonal = ({ name, refersTo }: Column) => refersTo === 'accounts' || personal.test(name);

describe('the list of what a press from the old mailbox does', () => {
  it('has a line for each table; write what happens to the rows of a new one', () =>
    withSchema(async (db) => {
      const places = new Set((await listColumns(db)).map(({ place }) => place));
      expect(Object.keys(tables)).toEqual([...places].sort());
    }));

  it('says of no table with a column of accounts that it holds nothing of them', () =>
    withSchema(async (db) => {
      const columns = await listColumns(db);
      const ofAccounts = new Set(columns.filter(isPersonal).map(({ place }) => place));
      const unlisted = [...ofAccounts].filter((place) => tables[place] === 'of no account');
      expect(unlisted).toEqual([]);
      expect(ofAccounts.size).toBeGreaterThan(20);
    }));

  it('has a line for each column of the account', () =>
    withSchema(async (db) => {
      const own = (await listColumns(db)).filter(({ place }) => place === 'accounts');
      expect(Object.keys(accountColumns).sort()).toEqual(own.map(({ name }) => name).sort());
    }));
});
