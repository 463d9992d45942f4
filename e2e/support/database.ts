import { join } from 'node:path';
import { test } from '@playwright/test';
import pg from 'pg';

/** Reads rows of the PostgreSQL behind the product that the journey is at. */
export async function query<Row = unknown>(text: string, values: unknown[]): Promise<Row[]> {
  const { dataFolder } = test.info().project.metadata;
  const host = join(dataFolder, 'postgres-socket');
  const client = new pg.Client({ host, user: 'hearth', database: 'hearth' });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
