import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertBackup, readBackupAgeSeconds } from '../../src/platform/backup/kept-backups.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { createEventLog } from '../harness/logged-events.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/wire-client.ts';
import { backUp, createFolder, restoreElsewhere } from './scene.ts';

const hourMs = 3_600_000;

describe('scheduled backups', () => {
  async function open(env: Record<string, string> = {}) {
    const folder = join(await createFolder(), 'made/by/hearth');
    const { events, logger } = createEventLog();
    const backups = { BACKUP_DIR: folder, BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '2' };
    const app = await createOwnTestApp({ logger, env: { ...backups, ...env } });
    return { app, folder, events };
  }

  async function pass({ app, clock, db }: TestApp, ms = 0): Promise<void> {
    clock.advance(ms);
    await app.runDue();
    await hurryJobs(db);
    await app.runJobs();
  }

  it('are taken when they are due, and the newest are kept', async () => {
    const { app, folder, events } = await open();
    const person = await createPerson(app);
    await pass(app);
    const [first, ...others] = await readdir(folder);
    expect(first).toMatch(/^hearth-\d{8}T\d{6}Z\.tar\.gz$/);
    expect(others).toEqual([]);
    const { out } = await restoreElsewhere(app, join(folder, first ?? ''));
    expect(out).toContain('have the checksums of the backup');

    await writeFile(join(folder, 'mine.tar.gz'), '');
    await pass(app, 23 * hourMs);
    expect(await readdir(folder)).toHaveLength(2);
    for (let day = 0; day < 3; day += 1) {
      await pass(app, 24 * hourMs);
    }
    const names = await readdir(folder);
    expect(names).toHaveLength(3);
    expect(names).toContain('mine.tar.gz');
    expect(names).not.toContain(first);
    expect(events('backup finished')).toHaveLength(4);
    expect(JSON.stringify(events())).not.toContain(person.email);
  });

  it('of a database that was lost: stay beside those of the next one', async () => {
    const { app, folder } = await open();
    await mkdir(folder, { recursive: true });
    const lost = ['hearth-20260101T000000Z.tar.gz', 'hearth-20260102T000000Z.tar.gz'];
    await Promise.all(lost.map((name) => writeFile(join(folder, name), '')));
    for (let day = 0; day < 3; day += 1) {
      await pass(app, 24 * hourMs);
    }
    const names = await readdir(folder);
    expect(names).toHaveLength(4);
    expect(names).toEqual(expect.arrayContaining(lost));
  });

  it('have an age, and a backup by command has one of its own', async () => {
    const { app } = await open();
    // The command has the machine's time.
    const age = (which?: 'scheduled') => readBackupAgeSeconds(app.db, new Date(), which);
    expect(await age()).toBeUndefined();
    await pass(app);
    await sql`update backups set taken_at = taken_at - interval '5 hours'`.execute(app.db);
    expect((await age()) ?? 0).toBeGreaterThanOrEqual(5 * 3_600);
    await backUp(app);
    expect(await age()).toBeLessThan(3_600);
    expect(await age('scheduled')).toBeGreaterThanOrEqual(5 * 3_600);
  });

  it('are not put off by a backup by command, which may be anywhere', async () => {
    const { app, folder, events } = await open();
    await pass(app);
    app.clock.advance(47 * hourMs);
    await insertBackup(app.db, { takenAt: app.clock.now(), scheduled: false });
    await rm(folder, { recursive: true });
    await writeFile(folder, 'no folder');
    await pass(app, 2 * hourMs);
    expect(events('backup overdue')).toMatchObject([{ hours: 49 }]);
    await rm(folder);
    await pass(app);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('go on after a clock that was ahead, and keep what they write', async () => {
    const { app, folder, events } = await open();
    await pass(app);
    const ahead = ['hearth-20990101T000000Z.tar.gz', 'hearth-20990102T000000Z.tar.gz'];
    await Promise.all(ahead.map((name) => writeFile(join(folder, name), '')));
    const takenAt = new Date('2099-01-01T00:00:00Z');
    await insertBackup(app.db, { takenAt, scheduled: true });
    for (let day = 0; day < 3; day += 1) {
      await pass(app, 24 * hourMs);
    }
    expect(events('backup finished')).toHaveLength(4);
    const written = events('backup finished').map(({ file }) => file);
    expect((await readdir(folder)).sort()).toEqual([...written.slice(-2), ...ahead].sort());
  });

  it('are taken once if an attempt fails after its file was written', async () => {
    const { app, folder, events } = await open({ BACKUP_KEEP: '1' });
    await pass(app);
    const [first = ''] = await readdir(folder);
    // A folder of this name cannot be removed as a file.
    await rm(join(folder, first));
    await mkdir(join(folder, first));
    await pass(app, 24 * hourMs);
    expect(events('old backups not removed')).toHaveLength(1);
    expect(events('job failed')).toEqual([]);

    await sql`select graphile_worker.add_job('back-up')`.execute(app.db);
    await pass(app, hourMs);
    expect(await readdir(folder)).toHaveLength(2);
    expect(events('backup finished')).toHaveLength(2);
  });

  it('that fail are tried again, and warned about once an hour when the newest is too old', async () => {
    const { app, folder, events } = await open();
    await pass(app);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'no folder');
    await pass(app, 25 * hourMs);
    expect(events('job failed')).toHaveLength(1);
    expect(events('backup overdue')).toEqual([]);
    await pass(app, 24 * hourMs);
    await pass(app, 60_000);
    const [warning, ...more] = events('backup overdue');
    expect(warning).toMatchObject({ level: 40, hours: 49 });
    expect(more).toEqual([]);

    await rm(folder);
    await pass(app, hourMs);
    expect(await readdir(folder)).toHaveLength(1);
    const warned = events('backup overdue').length;
    await pass(app, hourMs);
    expect(events('backup overdue')).toHaveLength(warned);
  });

  it('are not taken without a folder', async () => {
    const { app, events } = await open({ BACKUP_DIR: '' });
    await pass(app);
    await pass(app, 100 * hourMs);
    expect([...events('backup finished'), ...events('backup overdue')]).toEqual([]);
  });
});
