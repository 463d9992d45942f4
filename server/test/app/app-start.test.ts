import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toReading } from '../../src/boot/load-app.ts';
import { readConfig } from '../../src/config/config.ts';
import { defineServer } from '../../src/for-app.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { readSchemaState } from '../../src/platform/schema-state.ts';
import { createTestApp, findLocation } from '../harness/test-app.ts';

describe('the start with a product that has a fault', () => {
  let folder: string;
  beforeEach(async () => {
    folder = `${await mkdtemp(join(tmpdir(), 'hearth-app-'))}/`;
    await mkdir(join(folder, 'server/migrations'), { recursive: true });
    await mkdir(join(folder, 'config/locales'), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (name: string, text: string) => writeFile(join(folder, name), text);

  const environment = z.object({ APP_SIZE: z.coerce.number(), SIZE: z.string().optional() });
  const appServer = defineServer({ contract: { calls: {} }, operations: {}, environment });

  function startWith(env: Record<string, string>): string {
    try {
      readConfig(env, { app: toReading(appServer, folder) });
      return '';
    } catch (error) {
      return String(error);
    }
  }

  it('a migration that fails: is named, leaves nothing of itself, and is applied once it is right', async () => {
    const app = await createTestApp();
    try {
      const parts = { db: app.db, location: await findLocation(app) };
      const ours = app.config.folders.migrations;
      const theirs = join(folder, 'server/migrations');
      await write('server/migrations/0001-first.sql', 'create table app.first (id int);');
      const bad = 'create table app.second (id int);\ncreate table app.first (id int);';
      await write('server/migrations/0002-second.sql', bad);

      await expect(migrate(parts, ours, theirs)).rejects.toThrow(
        'Migration app/0002-second failed.',
      );
      const tables = sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = 'app' and table_name not like 'kysely%'`;
      expect((await tables.execute(app.db)).rows).toEqual([{ name: 'first' }]);
      const state = await readSchemaState(app.db, ours, theirs);
      expect(state).toMatchObject({ missing: ['app/0002-second'], unknown: [] });

      await write('server/migrations/0002-second.sql', 'create table app.second (id int);');
      expect(await migrate(parts, ours, theirs)).toEqual(['0002-second']);
    } finally {
      await app.close();
    }
  });

  it('a variable that is wrong, or not the product’s: is named', () => {
    const faults = startWith({ APP_SIZE: 'large' });
    expect(faults).toContain('APP_SIZE: Invalid input');
    expect(faults).toContain('app: the variable SIZE has to begin with APP_.');
  });

  it('settings of its own that are wrong: are named with its file', async () => {
    await write('config/hearth.json', '{ "productName": 7 }');
    expect(startWith({ APP_SIZE: '1' })).toContain(
      `${join(folder, 'config/hearth.json')}: productName: Invalid input`,
    );
    await write('config/hearth.json', '{ not json');
    expect(startWith({ APP_SIZE: '1' })).toContain(join(folder, 'config/hearth.json'));
    await write('config/hearth.json', '{ "proguctName": "Ledger" }');
    expect(startWith({ APP_SIZE: '1' })).toContain(
      `${join(folder, 'config/hearth.json')}: the file: Unrecognized key`,
    );
  });

  it('settings of its own that contradict each other, or lack a text: are named with its file', async () => {
    const permissions = [{ key: 'access', label: 'app.guest', default: true, admin: false }];
    await write('config/hearth.json', JSON.stringify({ permissions }));
    const faults = startWith({ APP_SIZE: '1' });
    const file = join(folder, 'config/hearth.json');
    expect(faults).toContain(`${file}: permissions: none is admin-level.`);
    expect(faults).toContain(
      `${join(folder, 'config/locales/zh.json')}: the text \`app.guest\` is missing.`,
    );
  });

  it('settings of its own: replace ours as a whole, and leave the others', async () => {
    await write('config/hearth.json', '{ "productName": "Ledger" }');
    const plain = defineServer({ contract: { calls: {} }, operations: {} });
    const { product } = readConfig({}, { app: toReading(plain, folder) });
    expect(product.productName).toBe('Ledger');
    expect(product.plans).toEqual(readConfig({}).product.plans);
  });
});
