import type { Kysely, Transaction as KyselyTransaction } from 'kysely';

/** The database for single statements. Stores name their own tables with `withTables`. */
export type Database = Kysely<object>;

/** One open transaction. */
export type Transaction = KyselyTransaction<object>;
