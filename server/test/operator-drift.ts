import { sql } from 'kysely';
import { expect, inject } from 'vitest';
import { tellDrift } from '../src/operator-billing.ts';
import type { DatabaseLocation } from '../src/platform/database.ts';
import { at } from './postgres.ts';
import type { TestApp } from './test-app.ts';

/** What `npm run hearth -- billing drift` says differs, a sentence each; none where it says that nothing does. */
export async function askForDrift(app: TestApp): Promise<string[]> {
  const { config, db, clock } = app;
  const { text, exitCode } = await tellDrift({
    config,
    db,
    location: await findLocation(app),
    clock,
  });
  // The last line counts what was compared.
  return exitCode === 0 ? [] : text.split('\n').slice(0, -1);
}

/** Where the command line opens its own connections. */
export async function findLocation({ db }: TestApp): Promise<DatabaseLocation> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return at(inject('postgres'), rows[0]?.name ?? expect.fail());
}
