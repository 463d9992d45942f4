import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import { type Imported, importAccounts } from '../identity/index.ts';
import { importAlone } from './import-lock-store.ts';
import type { SourceAccount, SourceRecord } from './sources/source-account.ts';

export interface PeopleImport {
  readonly records: AsyncIterable<SourceRecord>;
  /** Everything is done as in an import, and taken back at the end. */
  readonly isDryRun: boolean;
  /** Told each line of the report while the file is read, so that none is kept. */
  readonly tell: (line: string) => void;
}

/** How many records had which end. */
export interface ImportCounts {
  taken: number;
  here: number;
  notTaken: number;
  unreadable: number;
  /** Taken accounts that have one. */
  withPassword: number;
  withProvider: number;
  withoutPart: number;
}

/** Another import is running. */
export class ImportRunning extends Error {
  constructor() {
    super('Another import is running. Start this one again when it has ended.');
  }
}

/** Records of one transaction. */
const batchSize = 500;

/**
 * Takes the people of a file, batch by batch. What is here already is left as it is, so a second run changes nothing
 * and finishes one that was interrupted.
 */
export async function importPeople(
  db: Database,
  wanted: PeopleImport,
  clock: Clock,
): Promise<ImportCounts> {
  const counts: ImportCounts = {
    taken: 0,
    here: 0,
    notTaken: 0,
    unreadable: 0,
    withPassword: 0,
    withProvider: 0,
    withoutPart: 0,
  };
  const takeAll = async (inTransaction: InTransaction) => {
    for await (const batch of inBatches(wanted.records)) {
      const readable = batch.filter((record) => 'account' in record);
      const at = clock.now();
      const imported = await inTransaction((tx) =>
        importAccounts(
          tx,
          readable.map(({ account }) => account),
          { at },
        ),
      );
      report(batch, imported, { counts, tell: wanted.tell });
    }
    return counts;
  };
  const done = await importAlone(db, () =>
    wanted.isDryRun
      ? takeBack(db, (tx) => takeAll((work) => work(tx)))
      : takeAll((work) => db.transaction().execute(work)),
  );
  if (!done) {
    throw new ImportRunning();
  }
  return done;
}

type InTransaction = (work: (tx: Transaction) => Promise<Imported[]>) => Promise<Imported[]>;

async function* inBatches(records: AsyncIterable<SourceRecord>): AsyncGenerator<SourceRecord[]> {
  let batch: SourceRecord[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

class TakenBack extends Error {}

/** Does the work in a transaction that is rolled back. */
async function takeBack<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let result: { readonly value: Result } | undefined;
  await db
    .transaction()
    .execute(async (tx) => {
      result = { value: await work(tx) };
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) {
        throw error;
      }
    });
  if (!result) {
    throw new Error('The transaction ended without its work.');
  }
  return result.value;
}

interface Report {
  readonly counts: ImportCounts;
  readonly tell: (line: string) => void;
}

/** Outcomes stand in the order of the records that could be read. */
function report(batch: readonly SourceRecord[], imported: readonly Imported[], to: Report): void {
  const outcomes = imported.values();
  for (const record of batch) {
    if ('fault' in record) {
      to.counts.unreadable += 1;
      to.tell(`${record.line}: not read: ${record.fault}`);
      continue;
    }
    const { value } = outcomes.next();
    if (value) {
      reportOne(record, value, to);
    }
  }
}

function reportOne(
  { line, account }: { readonly line: number; readonly account: SourceAccount },
  imported: Imported,
  { counts, tell }: Report,
): void {
  if (imported.outcome === 'refused') {
    counts.notTaken += 1;
    tell(`${line}: not taken: ${imported.reason}`);
    return;
  }
  if (imported.outcome === 'here') {
    counts.here += 1;
    return;
  }
  const leftOut = [...account.leftOut, ...imported.leftOut];
  counts.taken += 1;
  counts.withPassword += imported.hasPassword ? 1 : 0;
  counts.withProvider += imported.hasProvider ? 1 : 0;
  counts.withoutPart += leftOut.length > 0 ? 1 : 0;
  for (const sentence of leftOut) {
    tell(`${line}: taken without a part: ${sentence}`);
  }
}
