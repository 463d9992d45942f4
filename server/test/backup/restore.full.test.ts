import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts';
import { takeBackup } from '../../src/platform/backup/take-backup.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { migrate, migrateTo } from '../../src/platform/migrations.ts';
import { createPaidSubscription, settle } from '../billing/support/payment-scenes.ts';
import { invite } from '../harness/factories.ts';
import { plantInteraction } from '../harness/hosted-sign-in.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { beginAddressChange, giveRole, planDeletion } from '../harness/operators.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  expectIdentityRefusal,
  expectSessionOver,
  mailedCode,
  newAddress,
  receivedCode,
  resetPassword,
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';
import {
  backUp,
  createEmptyDatabase,
  createFolder,
  fingerprint,
  isUntouched,
  look,
  openRestored,
  restoreElsewhere,
  runBackup,
  runRestore,
} from './scene.ts';

describe('a restored product', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ logger: false });
  });
  afterAll(() => app.close());

  it('has every row of every schema, and counts on', async () => {
    const owner = await createVerifiedPerson(app);
    const subscriptionId = await createPaidSubscription(app, owner);
    await settle(app);
    const odd = 'tab\there, line\nthere, \\N and \\. and "quotes" — 中文';
    await sql`update subscriptions set name = ${odd} where id = ${subscriptionId}`.execute(app.db);
    await invite(app, { subscriptionId, email: newAddress(), idToken: owner.idToken });
    const before = await fingerprint(await findLocation(app));
    const { secretKey, folders } = app.config;
    const file = `${await createFolder()}/rows.tar.gz`;
    const parts = { location: await findLocation(app), secretKey, version: '1', at: new Date() };
    await takeBackup(file, parts);

    const { location } = await createEmptyDatabase();
    const { db, close } = openDatabase(location, () => {});
    const target = { db, location, secretKey, migrations: folders.migrations };
    await restoreBackup(file, target, async () => undefined);
    await close();

    const after = await fingerprint(location);
    expect(after).toEqual(before);
    const filled = Object.entries(after).filter(([, print]) => !print.startsWith('0 '));
    expect(filled.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'public.accounts',
        'public.invoices',
        'public.mails',
        'sandbox.state',
        'graphile_worker._private_tasks',
      ]),
    );
    await look(location, async (own) => {
      const { rows } = await sql<{ ahead: boolean }>`
        insert into audit_events (action, subject_id, happened_at) values ('x', 'x', now())
        returning id > (select max(id) from audit_events) as ahead`.execute(own);
      expect(rows).toEqual([{ ahead: true }]);
    });
  });

  it('signs people in with their passwords, and refuses every session of before', async () => {
    const person = await createPerson(app);
    // A sign-in for another front end, under way.
    await plantInteraction(app);
    await giveRole(app, person, 'admin');
    const planned = await createPerson(app);
    await planDeletion(app, person, planned);
    await beginAddressChange(app, person, planned, { seen: 1 });
    const file = await backUp(app);
    const { place, out } = await restoreElsewhere(app, file);
    expect(out).toMatch(/Ended: \d+ sessions/);
    expect(out).toContain('Left out: roles of 1 operator');
    expect(out).toMatch(/ {2,}\d+ account\.created/);
    expect(out).toContain('invitations revoked or rejected since: they are open again');
    expect(out).toContain('API keys revoked since: they are valid again');
    expect(out).toContain('webhook endpoints removed or turned off since: they are on again');
    const restored = await openRestored(app, place);

    await expectSessionOver(restored, person);
    expect((await sql`select from hosted_sign_ins`.execute(restored.db)).rows).toEqual([]);
    expect((await sql`select from operators`.execute(restored.db)).rows).toEqual([]);
    expect((await sql`select from address_changes`.execute(restored.db)).rows).toEqual([]);
    expect((await sql`select from planned_deletions`.execute(restored.db)).rows).toEqual([]);
    const { rows: acts } = await sql`select outcome from operator_acts`.execute(restored.db);
    expect(acts).toEqual(Array(2).fill({ outcome: { end: 'void' } }));
    const again = await signIn(restored, person);
    expect(again.uid).toBe(person.uid);
    const { rows } = await sql`
      select from audit_events where action = 'backup.restored'`.execute(restored.db);
    expect(rows).toHaveLength(1);
  });

  it('lists events of before in their order, whatever their transactions were, and new ones after them', async () => {
    await createPerson(app);
    // The second transaction writes first: its event has the smaller position.
    await sql`
      insert into events (xact, type, subject_id, data, created_at)
      values (9, 'account.updated', 'of-second', '{}', now()), (8, 'account.updated', 'of-first', '{}', now())`.execute(
      app.db,
    );
    const inOrder = sql<{ id: string }>`select id from events order by xact, position`;
    const { rows: known } = await inOrder.execute(app.db);
    const { place } = await restoreElsewhere(app, await backUp(app));
    const restored = await openRestored(app, place);
    expect((await inOrder.execute(restored.db)).rows).toEqual(known);

    const person = await createPerson(restored);
    const { secret } = await makeKey(restored);
    const list = await callServer(restored, 'GET /events?limit=100', { secret });
    expect(list.json().data.at(-1).data.uid).toBe(person.uid);
  });

  it('restored twice: versions of rows and of new changes are above all that programs have seen', async () => {
    const person = await createPerson(app);
    const file = await backUp(app);
    const versionOf = async ({ db }: Pick<TestApp, 'db'>) => {
      const { rows } = await sql<{ version: string }>`
        select version::text from accounts where id = ${person.uid}`.execute(db);
      return Number(rows[0]?.version);
    };
    let seen = (await versionOf(app)) + 500;
    for (let times = 0; times < 2; times += 1) {
      const { place } = await restoreElsewhere(app, file);
      const restored = await openRestored(app, place);
      const { rows } = await sql`
        select from events where subject_id = ${person.uid} and type <> 'account.created'`.execute(
        restored.db,
      );
      expect(rows).toEqual([]);
      const version = await versionOf(restored);
      expect(version).toBeGreaterThan(seen);
      await sql`update accounts set display_name = 'New' where id = ${person.uid}`.execute(
        restored.db,
      );
      seen = await versionOf(restored);
      expect(seen).toBeGreaterThan(version);
      expect(Number.isSafeInteger(seen)).toBe(true);
    }
  });

  it('refuses mailed codes of before, but still takes a change of address back', async () => {
    const person = await createVerifiedPerson(app);
    const email = await changeEmail(app, person);
    const request = { requestType: 'PASSWORD_RESET', email };
    const reset = await mailedCode(app, request, email);
    const recover = await receivedCode(app, person.email, 'recover-email');
    const { place } = await restoreElsewhere(app, await backUp(app));
    const restored = await openRestored(app, place);

    const answer = await resetPassword(restored, { oobCode: reset, newPassword: 'another horse' });
    expectIdentityRefusal(answer, 'auth/invalid-action-code');
    const taken = await applyCode(restored, recover);
    expect(taken.statusCode, taken.body).toBe(200);
  });

  it('sends no mail that waited, and every new one', async () => {
    const person = await createPerson(app);
    const request = { requestType: 'PASSWORD_RESET', email: person.email };
    expect((await sendOobCode(app, request)).statusCode).toBe(200);
    const { place, out } = await restoreElsewhere(app, await backUp(app));
    expect(out).toMatch(/Dropped: [1-9]\d* waiting emails?;/);
    const restored = await openRestored(app, place);

    expect(await receivedMails(restored, person.email)).toEqual([]);
    expect((await sendOobCode(restored, request)).statusCode).toBe(200);
    expect(await receivedMails(restored, person.email)).toHaveLength(1);
  });

  it('runs jobs that a process held when the backup was taken', async () => {
    await sql`select graphile_worker.add_job('run-due', '{}', job_key => 'held')`.execute(app.db);
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'
      where key = 'held'`.execute(app.db);
    const { place } = await restoreElsewhere(app, await backUp(app));
    await look(place.location, async (db) => {
      const { rows } = await sql<{ key: string; locked_by: string | null }>`
        select key, locked_by from graphile_worker._private_jobs where key = 'held'`.execute(db);
      expect(rows).toEqual([{ key: 'held', locked_by: null }]);
    });
  });
});

describe('a restore', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ logger: false });
    await createPerson(app);
  });
  afterAll(() => app.close());

  it('brings a backup of an older schema to the newest', async () => {
    const { secretKey, folders } = app.config;
    const { location: old } = await createEmptyDatabase();
    const at = new Date();
    const file = `${await createFolder()}/old.tar.gz`;
    await look(old, async (db) => {
      await migrateTo(
        { db, location: old },
        { folder: folders.migrations, name: '0034-endings-and-payers' },
      );
      await sql`
        insert into accounts (id, email, last_signed_in_at, created_at, updated_at)
        values ('of-old', 'old@example.com', ${at}, ${at}, ${at})`.execute(db);
    });
    await takeBackup(file, { location: old, secretKey, version: '0.1.0', at });

    const fresh = await createEmptyDatabase();
    // On this one the newest version was started already.
    const started = await createEmptyDatabase();
    await look(started.location, (db) =>
      migrate({ db, location: started.location }, folders.migrations),
    );
    for (const place of [fresh, started]) {
      const { code, out, err } = await runRestore(app, file, place);
      expect(err).toBe('');
      expect(code).toBe(0);
      expect(out).toContain('Migrations applied since: 0036-provider-account, ');
      await look(place.location, async (db) => {
        const { rows } = await sql`select id from accounts`.execute(db);
        expect(rows).toEqual([{ id: 'of-old' }]);
        expect(await migrate({ db, location: place.location }, folders.migrations)).toEqual([]);
      });
    }
  });

  it('that fails in the middle leaves an empty database, and succeeds the next time', async () => {
    const file = await backUp(app);
    const { location, url } = await createEmptyDatabase();
    const { secretKey, folders } = app.config;
    const { db, close } = openDatabase(location, () => {});
    const target = { db, location, secretKey, migrations: folders.migrations };
    const failed = restoreBackup(file, target, async () => {
      throw new Error('The power is gone.');
    });
    await expect(failed).rejects.toThrow('The power is gone.');
    await close();
    await look(location, async (own) => {
      const { rows } = await sql`select from accounts`.execute(own);
      expect(rows).toEqual([]);
    });

    expect((await runRestore(app, file, { url })).code).toBe(0);
    await look(location, async (own) => {
      const { rows } = await sql`select from accounts`.execute(own);
      expect(rows).toHaveLength(1);
    });
  });

  it('lets a server wait that is started meanwhile', async () => {
    const file = await backUp(app);
    const { location } = await createEmptyDatabase();
    const { secretKey, folders } = app.config;
    let hasStarted = false;
    let starting: Promise<string[]> | undefined;
    const start = async () => {
      starting = look(location, (db) => migrate({ db, location }, folders.migrations)).finally(
        () => {
          hasStarted = true;
        },
      );
      await sleep(1_000);
      expect(hasStarted).toBe(false);
    };
    await look(location, (db) =>
      restoreBackup(file, { db, location, secretKey, migrations: folders.migrations }, start),
    );
    expect(await starting).toEqual([]);
  });

  it('brings tables of the product back that are partitioned, or have capital letters', async () => {
    const { secretKey, folders } = app.config;
    const appFolder = await createFolder();
    await writeFile(
      join(appFolder, '0001-odd.sql'),
      `create table app."Notes" (id integer primary key);
       create table app.entries (id integer references app."Notes" (id)) partition by list (id);
       create table app.entries_one partition of app.entries for values in (1);`,
    );
    const { location: old } = await createEmptyDatabase();
    await look(old, async (db) => {
      await migrate({ db, location: old }, folders.migrations, appFolder);
      await sql`insert into app."Notes" values (1)`.execute(db);
      await sql`insert into app.entries values (1)`.execute(db);
    });
    const file = `${await createFolder()}/odd.tar.gz`;
    await takeBackup(file, { location: old, secretKey, version: '1', at: new Date() });

    const { location } = await createEmptyDatabase();
    await look(location, async (db) => {
      const { migrations } = folders;
      const target = { db, location, secretKey, migrations, appMigrations: appFolder };
      await restoreBackup(file, target, async () => undefined);
      const { rows } = await sql`select id from app.entries join app."Notes" using (id)`.execute(
        db,
      );
      expect(rows).toEqual([{ id: 1 }]);
      const orphaning = sql`delete from app."Notes"`.execute(db);
      await expect(orphaning).rejects.toThrow('violates foreign key constraint');
    });
  });

  it('a table whose name has a slash: is named before a backup is written', async () => {
    await sql`create table "odd/name" (id integer)`.execute(app.db);
    const file = `${await createFolder()}/odd.tar.gz`;
    const { code, err } = await runBackup(app, file);
    await sql`drop table "odd/name"`.execute(app.db);
    expect(code).toBe(1);
    expect(err).toContain('Rename the table public.odd/name');
  });

  it('leaves the rows of a table that is not ours in the file, and says so', async () => {
    await sql`create table foreign_notes (id text primary key)`.execute(app.db);
    await sql`insert into foreign_notes values ('one')`.execute(app.db);
    try {
      const { out, place } = await restoreElsewhere(app, await backUp(app));
      expect(out).toContain('Not tables of Hearth, left out: public.foreign_notes.');
      expect(await isUntouched(place.location)).toBe(false);
    } finally {
      await sql`drop table foreign_notes`.execute(app.db);
    }
  });
});
