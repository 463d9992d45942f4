import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import type { TestApp } from '../../harness/test-app.ts';
import { steerStripe } from './sandbox.ts';

interface Recorded {
  /** Compressed statements that write the emulator's states. */
  readonly file: string;
  /** The account that the product's rows name; version 0.1 named none. */
  readonly account?: string;
}

/** Gives the emulator the customers of a database that an earlier version has left, as Stripe would have them. */
export async function loadCustomers(app: TestApp, { file, account }: Recorded): Promise<void> {
  await steerStripe(app, 'config', { ...(account && { account }) });
  await sql.raw(brotliDecompressSync(await readFile(file)).toString()).execute(app.db);
}
