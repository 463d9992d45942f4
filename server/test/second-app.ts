import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { type AppParts, createApp } from '../src/app.ts';
import { openDatabase } from '../src/platform/database.ts';
import { at } from './postgres.ts';
import type { TestApp } from './test-app.ts';

/** Another process on the same database and clock, with connections and a log of its own. */
export async function openSecondApp(
  app: TestApp,
  logger: AppParts['logger'] = { level: 'error' },
  seams: Pick<AppParts, 'payments' | 'answerDeadlineMs'> = {},
): Promise<TestApp> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const location = at(inject('postgres'), rows[0]?.name ?? '');
  const { config, clock } = app;
  const { db, close } = openDatabase(location, () => {});
  const second = await createApp({ config, db, location, clock, logger, ...seams });
  onTestFinished(() => second.close().then(close));
  return { ...app, app: second, server: second.server, db };
}
