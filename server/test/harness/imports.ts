import {
  importPeople,
  type SourceAccount,
  type SourceRecord,
} from '../../src/modules/moving/index.ts';
import type { TestApp } from './test-app.ts';
import { newAddress } from './wire-client.ts';

let count = 0;

/** A person of another product, with an id of that product. */
export function importedAccount(fields: Partial<SourceAccount> = {}): SourceAccount {
  count += 1;
  return {
    uid: `imported-${count}`,
    email: newAddress(),
    emailVerified: true,
    displayName: 'Ada Lovelace',
    photoUrl: '',
    disabled: false,
    createdAt: new Date('2024-02-03T04:05:06Z'),
    lastSignedInAt: null,
    passwordHash: null,
    passwordChangedAt: null,
    links: [],
    claims: null,
    leftOut: [],
    ...fields,
  };
}

/** Imports the records, or accounts as the records of a file; answers the counts and the lines of the report. */
export async function importAccountsTo(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  records: AsyncIterable<SourceRecord> | readonly SourceAccount[],
  { isDryRun = false } = {},
) {
  const lines: string[] = [];
  const tell = (line: string) => lines.push(line);
  const read = Symbol.asyncIterator in records ? records : toRecords(records);
  const counts = await importPeople(db, { records: read, isDryRun, tell }, clock);
  return { counts, lines };
}

async function* toRecords(accounts: readonly SourceAccount[]): AsyncGenerator<SourceRecord> {
  for (const [index, account] of accounts.entries()) {
    yield { line: index + 1, account };
  }
}
