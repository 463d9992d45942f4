import { sql } from 'kysely';
import { expect, inject } from 'vitest';
import { tellDrift } from '../src/operator-billing.ts';
import { at } from './postgres.ts';
import type { TestApp } from './test-app.ts';

/** What `npm run hearth -- billing drift` says differs; none where it says that nothing does. */
export async function askForDrift({ config, db, clock }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const location = at(inject('postgres'), rows[0]?.name ?? expect.fail());
  const { text, exitCode } = await tellDrift({ config, db, location, clock });
  return exitCode === 0 ? [] : [text];
}
