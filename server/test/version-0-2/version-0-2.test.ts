import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { toReading } from '../../src/app-slot.ts';
import { readConfig } from '../../src/config/config.ts';
import { restore } from '../../src/operator-backup.ts';
import { createEmptyDatabase } from '../backup/scene.ts';
import { loadCustomers } from '../billing/support/load-customers.ts';
import { settle } from '../billing/support/payment-scenes.ts';
import { makeFolder } from '../harness/make-folder.ts';
import { createOwnTestApp } from '../harness/test-app.ts';
import { document, signIn } from '../harness/wire-client.ts';
import { askForDrift } from '../operator/drift.ts';
import { notes } from '../slot/notes/notes.ts';

/**
 * A backup by version 0.2 with the slot of notes.ts: Ada owns a project on Pro, renewed once, and has invited somebody; Bob
 * is a member of a free project. Both projects have two notes. There are a canceled project, an API key and an endpoint.
 */
const backup = join(import.meta.dirname, 'backup.tar.gz');
/** The customers of its sandbox, which was no emulator of Stripe, as Stripe would have them. */
const customers = { file: join(import.meta.dirname, 'emulator.sql.br'), account: 'sandbox' };
const secretKey = 'the key of what version 0.2 has left';
const takenAt = new Date('2026-12-02T08:39:27Z');
const password = 'correct horse';
const ada = { email: 'person-58d48d0efc39@example.com', password };
const bob = { email: 'person-5674c8dfe370@example.com', password };
const paid = '3A10r8wvk1j4T80A1KjQ';
const free = 'NhHMzIaY5QaKrx4BKeCq';
const canceled = 'Mqsui46WVK8cNXHwU0El';
const dayMs = 86_400_000;
const texts = ['Sweep the hearth', 'Count the beans'];

/** The folder of a later product, which has one more migration. */
function writeUpgradedApp(): string {
  const folder = makeFolder('app');
  for (const part of ['config', 'server/migrations']) {
    cpSync(join(import.meta.dirname, '../slot/notes', part), join(folder, part), {
      recursive: true,
    });
  }
  const later = `alter table app.notes add column due_at timestamptz;`;
  writeFileSync(join(folder, 'server/migrations/9000-due.sql'), later);
  return `${folder}/`;
}

it('a backup of version 0.2 with a product in app/: is restored, upgraded and goes on', async () => {
  const folder = writeUpgradedApp();
  const place = await createEmptyDatabase();
  const env = { DATA_DIR: makeFolder('data'), DATABASE_URL: place.url, SECRET_KEY: secretKey };
  const config = readConfig(env, { app: toReading(notes, folder) });
  const told = await restore(backup, config);
  expect(told).toContain('have the checksums of the backup');
  expect(told).not.toContain('Not tables of Hearth');

  const app = await createOwnTestApp({
    app: { slot: notes, folder },
    env: { SECRET_KEY: secretKey },
    template: place.name,
    startsAt: takenAt,
    logger: false,
  });
  // Its sandbox is gone, and the emulator is another account, in which nobody pays for what was bought before.
  await expect(settle(app)).rejects.toThrow(
    /but 1 project is in the account sandbox in test mode\. Payments are off until the keys of that account are back/,
  );
  await loadCustomers(app, customers);
  await app.app.checkPrices();
  await settle(app);
  expect(await askForDrift(app)).toEqual([]);

  const list = async (subscriptionId: string, who: typeof ada) => {
    const path = `GET /api/subscriptions/${subscriptionId}/notes` as const;
    return (await document(app, path, await signIn(app, who))).json().notes;
  };
  expect(await list(paid, ada)).toEqual(texts);
  expect(await list(free, bob)).toEqual(texts);
  const { rows: due } = await sql`select due_at from app.notes`.execute(app.db);
  expect(due).toHaveLength(4);

  const { rows } = await sql<{ status: string }>`
    select status from subscriptions where id in (${paid}, ${canceled}) order by status`.execute(
    app.db,
  );
  expect(rows.map(({ status }) => status)).toEqual(['active', 'canceled']);

  const countPayments = async () => {
    const { rows } = await sql`
      select from invoices where subscription_id = ${paid} and status = 'paid'`.execute(app.db);
    return rows.length;
  };
  const before = await countPayments();
  app.clock.advance(7 * dayMs);
  await settle(app);
  await settle(app);
  expect(await countPayments()).toBe(before + 1);
  expect(await askForDrift(app)).toEqual([]);
});
