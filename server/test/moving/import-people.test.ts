import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ImportRunning,
  readFirebaseHashConfig,
  type SourceAccount,
  type SourceRecord,
  sources,
} from '../../src/modules/moving/index.ts';
import { importAccountsTo, importedAccount } from '../harness/imports.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  createPerson,
  expectIdentityRefusal,
  identity,
  newAddress,
} from '../harness/wire-client.ts';

const path = '/v1/accounts:signInWithPassword';
const samples = join(import.meta.dirname, 'samples');

/** Hash of "correct horse" by bcrypt with its least cost. */
const bcryptHash = '$2b$04$SBVnMK/e6Sw8AcYLF7BCfukRjk6p606mMOu04kMtA1Cxe055ye5IG';

describe('an import of people', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const take = (
    records: AsyncIterable<SourceRecord> | readonly SourceAccount[],
    options: { readonly isDryRun?: boolean } = {},
  ) => importAccountsTo(app, records, options);

  const takeFirebase = async (hashConfig: string) => {
    const { config } = readFirebaseHashConfig(hashConfig) as { config: never };
    const file = createReadStream(join(samples, 'firebase-users.json'));
    return await take(sources.firebase.read([file], { now: app.clock.now(), hashConfig: config }));
  };

  const hashConfig = `base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
    base64_salt_separator: Bw==, rounds: 8, mem_cost: 14`;

  /** Row versions of every table that an import can write. */
  async function versions(): Promise<unknown> {
    const { rows } = await sql`
      select (select array_agg(id || xmin::text order by id) from accounts) as accounts,
        (select array_agg(provider || subject || xmin::text order by provider, subject) from identity_links) as links,
        (select array_agg(kind || xmin::text order by kind) from password_kinds) as kinds,
        (select count(*) from audit_events) as audited,
        (select count(*) from events) as events`.execute(app.db);
    return rows[0];
  }

  it('Firebase: the old password signs in with the old uid, a wrong one does not', async () => {
    const { counts, lines } = await takeFirebase(hashConfig);
    expect(counts).toMatchObject({
      taken: 3,
      here: 0,
      notTaken: 0,
      unreadable: 0,
      withPassword: 1,
    });
    expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/^2: .*phone/)]));
    const wrong = await identity(app, path, {
      email: 'ada@example.com',
      password: 'user2password',
    });
    expectIdentityRefusal(wrong, 'auth/invalid-credential');

    const right = await identity(app, path, {
      email: 'ada@example.com',
      password: 'user1password',
    });
    expect(right.statusCode).toBe(200);
    expect(right.json()).toMatchObject({
      localId: 'Zk3aHn5PqWcT1vXyB7mRfLdE2Us1',
      displayName: 'Ada Lovelace',
    });
    expect(decodeJwt(right.json().idToken)).toMatchObject({
      sub: 'Zk3aHn5PqWcT1vXyB7mRfLdE2Us1',
      email_verified: true,
      role: 'editor',
    });
  });

  it('the first right password: its hash becomes one of ours, and the password still signs in', async () => {
    const account = importedAccount({ passwordHash: bcryptHash });
    await take([account]);
    const credentials = { email: account.email, password: 'correct horse' };
    const readHash = async () => {
      const { rows } = await sql<{ password_hash: string; changed: Date | null }>`
        select password_hash, password_changed_at as changed from accounts where id = ${account.uid}`.execute(
        app.db,
      );
      return rows[0];
    };
    expect((await identity(app, path, { ...credentials, password: 'battery' })).statusCode).toBe(
      400,
    );
    expect((await readHash())?.password_hash).toBe(bcryptHash);

    expect((await identity(app, path, credentials)).statusCode).toBe(200);
    expect(await readHash()).toMatchObject({
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      changed: null,
    });
    expect((await identity(app, path, credentials)).statusCode).toBe(200);
  });

  it('a second run: no row is written', async () => {
    await takeFirebase(hashConfig);
    const before = await versions();
    const { counts } = await takeFirebase(hashConfig);
    expect(counts).toMatchObject({ taken: 0, here: 3 });
    expect(await versions()).toEqual(before);
  });

  it('a dry run: says what the import then does, and writes nothing', async () => {
    const email = newAddress();
    const accounts = [
      importedAccount({ email, passwordHash: bcryptHash }),
      importedAccount({ email: email.toUpperCase() }),
      importedAccount({ email: null }),
    ];
    const before = await versions();
    const dry = await take(accounts, { isDryRun: true });
    expect(await versions()).toEqual(before);
    expect(await take(accounts)).toEqual(dry);
    expect(dry.lines).toEqual([
      `2: not taken: The account ${accounts[0]?.uid} has its address here.`,
      '3: not taken: It has no email address.',
    ]);
  });

  it('an address that is here under another uid, and a uid that was deleted here: not taken', async () => {
    const { email, idToken, uid } = await createPerson(app);
    const gone = importedAccount({ passwordHash: bcryptHash });
    await take([gone]);
    const { json } = await identity(app, path, { email: gone.email, password: 'correct horse' });
    const removed = await identity(app, '/v1/accounts:delete', { idToken: json().idToken });
    expect(removed.statusCode).toBe(200);
    const { lines, counts } = await take([
      importedAccount({ email }),
      gone,
      importedAccount({ uid, email }),
    ]);
    expect(lines).toEqual([
      `1: not taken: The account ${uid} has its address here.`,
      '2: not taken: This account was deleted here.',
    ]);
    expect(counts).toMatchObject({ taken: 0, here: 1, notTaken: 2 });
    expect(idToken).toBeTruthy();
  });

  it('parts that cannot be taken: the rest is, and each part is told', async () => {
    const { lines, counts } = await take([
      importedAccount({
        displayName: '\u200b',
        photoUrl: 'javascript:alert(1)',
        claims: { sub: 'somebody' },
        passwordHash: '$2b$31$SBVnMK/e6Sw8AcYLF7BCfukRjk6p606mMOu04kMtA1Cxe055ye5IG',
      }),
    ]);
    expect(counts).toMatchObject({ taken: 1, withPassword: 0, withoutPart: 1 });
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).toMatch(/password hash.*\n.*name.*\n.*picture.*\n.*claims.*sub/i);
  });

  it('characters that no database takes: the part is left out, and everybody else comes', async () => {
    const half = 'a\ud83d';
    const link = {
      provider: 'github.com',
      subject: half,
      email: null,
      displayName: '\u0000',
      photoUrl: '',
    };
    const { counts, lines } = await take([
      importedAccount({
        displayName: half,
        photoUrl: 'http://a/\u0000',
        claims: { [half]: '\u0000' },
      }),
      importedAccount({ links: [link], displayName: 'A\u0000da' }),
      importedAccount({ email: 'a\u0000@example.com' }),
      importedAccount({ uid: 'a\u0000' }),
      importedAccount(),
    ]);
    expect(counts).toMatchObject({ taken: 3, notTaken: 2, withoutPart: 2 });
    expect(lines).toHaveLength(6);
  });

  it('a provider that opens another account here: the account comes without it', async () => {
    const link = {
      provider: 'google.com',
      subject: 'g-1',
      email: null,
      displayName: '',
      photoUrl: '',
    };
    const { lines } = await take([
      importedAccount({ links: [link] }),
      importedAccount({ links: [link] }),
    ]);
    expect(lines).toEqual([
      '2: taken without a part: Its sign-in with google.com opens another account here.',
    ]);
  });

  it('a disabled person: does not sign in', async () => {
    const account = importedAccount({ disabled: true, passwordHash: bcryptHash });
    await take([account]);
    const answer = await identity(app, path, { email: account.email, password: 'correct horse' });
    expectIdentityRefusal(answer, 'auth/user-disabled');
  });

  it('a ninth kind of password hash: is left out, so that no sign-in gets slower', async () => {
    const iterations = [1_001, 1_002, 1_003, 1_004, 1_005, 1_006, 1_007, 1_008, 1_009, 1_010];
    const { lines } = await take(
      iterations.map((count) =>
        importedAccount({
          passwordHash: `$pbkdf2-sha256$i=${count}$c2FsdHNhbHQ=$${Buffer.alloc(32).toString('base64')}`,
        }),
      ),
    );
    const { rows } = await sql`select 1 from password_kinds`.execute(app.db);
    expect(rows).toHaveLength(8);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.at(-1)).toMatch(/^10: taken without a part: .*ninth kind/);
  });

  it('an import beside another one: says so and takes nothing', async () => {
    async function* besideAnother(): AsyncGenerator<SourceRecord> {
      await expect(take([importedAccount()])).rejects.toThrow(ImportRunning);
      yield { line: 1, account: importedAccount() };
    }
    expect((await take(besideAnother())).counts.taken).toBe(1);
  });
});
