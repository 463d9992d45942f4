import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { createOwnTestApp } from '../harness/test-app.ts';
import { notes } from './notes/notes.ts';

it('a due function of the product that never returns: stops no due work of Hearth', async () => {
  let calls = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const silent = () => {
    calls += 1;
    return held;
  };
  const folder = `${join(import.meta.dirname, 'notes')}/`;
  const app = await createOwnTestApp({
    logger: false,
    env: { PORT: String(await freePort()) },
    app: { appServer: { ...notes, due: [silent] }, folder },
  });
  await app.app.listen();
  const add = (task: string) =>
    sql`select graphile_worker.add_job(${task}, job_key => ${task})`.execute(app.db);
  await add('run-due-app');
  await expect.poll(() => calls, { timeout: 20_000 }).toBe(1);
  for (let times = 0; times < 2; times += 1) {
    await sql`
      insert into events (type, subject_id, data, created_at)
      values ('account.deleted', 'old', '{}', now() - interval '31 days')`.execute(app.db);
    await add('run-due');
    const old = sql`select from events where subject_id = 'old'`;
    await expect
      .poll(async () => (await old.execute(app.db)).rows, { timeout: 20_000 })
      .toEqual([]);
  }
  // So that the stop need not wait for it.
  release();
});
