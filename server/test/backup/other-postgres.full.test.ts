import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupSums } from '../../src/platform/backup/manifest.ts';
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts';
import { takeBackup } from '../../src/platform/backup/take-backup.ts';
import { verifyBackup } from '../../src/platform/backup/verify-backup.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { createPaidSubscription, settle } from '../billing/support/payment-scenes.ts';
import { runHearth, startHearth } from '../cli/lines.ts';
import { isHere, startOther, versions } from '../harness/other-postgres.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { createVerifiedPerson } from '../harness/wire-client.ts';
import { backUp, createFolder, toUrl } from './scene.ts';

describe('another PostgreSQL', () => {
  let app: TestApp;
  let file: string;
  let sums: BackupSums;
  beforeAll(async () => {
    app = await createTestApp({ logger: false });
    for (const name of ['Zoë', 'ábel', 'Adam', 'zoe']) {
      const person = await createVerifiedPerson(app);
      const id = await createPaidSubscription(app, person);
      await sql`update subscriptions set name = ${name} where id = ${id}`.execute(app.db);
    }
    await settle(app);
    const { secretKey } = app.config;
    file = join(await mkdtemp(join(tmpdir(), 'hearth-versions-')), 'backup.tar.gz');
    const parts = { location: await findLocation(app), secretKey, version: '1', at: new Date() };
    await takeBackup(file, parts);
    ({ sums } = await verifyBackup(file, secretKey));
  });
  afterAll(async () => {
    await rm(join(file, '..'), { recursive: true, force: true });
    await app.close();
  });

  it.each(versions.filter(isHere))('%i has the same checksums, there and back', async (version) => {
    const other = await startOther(version);
    try {
      const { secretKey } = app.config;
      const { migrations } = app.config.folders;
      const { location } = other;
      const { db, close } = openDatabase(location, () => {});
      const parts = { db, location, secretKey, migrations };
      await restoreBackup(file, parts, async () => undefined);
      await close();
      const back = join(await createFolder(), 'back.tar.gz');
      await takeBackup(back, { location, secretKey, version: '1', at: new Date() });
      expect((await verifyBackup(back, secretKey)).sums).toEqual(sums);
    } finally {
      await other.stop();
    }
  });

  it('is moved to from the embedded one and back by the documented steps', {
    timeout: 240_000,
  }, async () => {
    const other = await startOther(isHere(15) ? 15 : 18);
    const dataDir = await mkdtemp(join(tmpdir(), 'hearth-move-'));
    const newDataDir = await mkdtemp(join(tmpdir(), 'hearth-move-'));
    const folder = await createFolder();
    try {
      const secret = app.config.secretKey;
      for (const one of [dataDir, newDataDir]) {
        await writeFile(join(one, 'secret-key'), secret, { mode: 0o600 });
      }
      const first = await backUp(app);
      const line = async (words: string[], env: Record<string, string>) => {
        const outcome = await startHearth(words, env);
        expect(outcome.err).toBe('');
        expect(outcome.code).toBe(0);
        return outcome.out;
      };
      await line(['restore', first], { DATA_DIR: dataDir });
      await line(['backup', join(folder, 'move.tar.gz')], { DATA_DIR: dataDir });
      const env = { DATA_DIR: dataDir, DATABASE_URL: toUrl(other.location) };
      await line(['restore', join(folder, 'move.tar.gz')], env);
      await line(['backup', join(folder, 'back.tar.gz')], env);
      await line(['restore', join(folder, 'back.tar.gz')], { DATA_DIR: newDataDir });
      const { rows } = await sql<{ email: string }>`select email from accounts limit 1`.execute(
        app.db,
      );
      const email = rows[0]?.email ?? '';
      const shown = await runHearth(['accounts', 'show', email], { DATA_DIR: newDataDir });
      expect(JSON.parse(shown.out)).toMatchObject({ email });
      expect(await readFile(join(newDataDir, 'secret-key'), 'utf8')).toBe(secret);
    } finally {
      await other.stop();
      await rm(dataDir, { recursive: true, force: true });
      await rm(newDataDir, { recursive: true, force: true });
    }
  });
});
