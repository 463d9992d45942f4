import { join } from 'node:path';
import pg from 'pg';

/** Reads rows of the running product's own PostgreSQL. */
export async function query<Row = unknown>(text: string, values: unknown[]): Promise<Row[]> {
  const host = join(process.env.HEARTH_E2E_DATA ?? '', 'postgres-socket');
  const client = new pg.Client({ host, user: 'hearth', database: 'hearth' });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
