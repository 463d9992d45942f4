import { join } from 'node:path';
import { test } from '@playwright/test';
import pg from 'pg';

/** Reads rows of the PostgreSQL behind the product that the journey is at. */
export async function query<Row = unknown>(text: string, values: unknown[]): Promise<Row[]> {
  const { dataFolder } = test.info().project.metadata;
  return await queryAt<Row>(dataFolder, text, values);
}

/** Reads rows of the PostgreSQL in a data folder. */
export async function queryAt<Row = unknown>(
  dataFolder: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const host = join(dataFolder, 'postgres-socket');
  const client = new pg.Client({ host, user: 'hearth', database: 'hearth' });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Rate limits, and the books of jobs that run every minute; the job queue has a schema of its own. */
const bookkeeping = ['rate_limits', 'orphan_searches', 'provider_pulls'];

/** Every row of every table of the product, by table. */
export async function snapshot(dataFolder: string): Promise<Record<string, unknown>> {
  const tables = await queryAt<{ schema: string; name: string }>(
    dataFolder,
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE'
       and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker')
     order by 1, 2`,
  );
  const rows: Record<string, unknown> = {};
  for (const { schema, name } of tables.filter((table) => !bookkeeping.includes(table.name))) {
    const text = `select to_jsonb(t) as row from "${schema}"."${name}" t order by to_jsonb(t)::text`;
    rows[`${schema}.${name}`] = await queryAt(dataFolder, text);
  }
  return rows;
}
