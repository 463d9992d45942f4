import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPasswordHash } from '../../identity/index.ts';
import { readFirebaseHashConfig } from './firebase-hash-config.ts';
import type { SourceAccount, SourceRecord } from './source-account.ts';
import { type Source, sources } from './sources.ts';

const samples = new URL('../../../../test/moving/samples/', import.meta.url);
const open = (name: string) => createReadStream(new URL(name, samples));
const readSample = (name: string) => readFile(new URL(name, samples), 'utf8');

async function readOptions() {
  const read = readFirebaseHashConfig(await readSample('firebase-hash-config.txt'));
  const hashConfig = 'config' in read ? read.config : undefined;
  return { now: new Date('2026-01-01T00:00:00Z'), hashConfig };
}

async function collect(source: Source, ...inputs: Readable[]): Promise<SourceRecord[]> {
  return Readable.from(source.read(inputs, await readOptions())).toArray();
}

const nobody: SourceAccount = {
  uid: null,
  email: null,
  emailVerified: false,
  displayName: '',
  photoUrl: '',
  disabled: false,
  createdAt: null,
  lastSignedInAt: null,
  passwordHash: null,
  passwordChangedAt: null,
  links: [],
  claims: null,
  leftOut: [],
};

const toLink = (provider: string, subject: string, other: object = {}) => ({
  provider,
  subject,
  email: null,
  displayName: '',
  photoUrl: '',
  ...other,
});

/** Takes the hash away after a look whether the password matches it. */
async function withoutHash(record: SourceRecord | undefined, password: string) {
  const account = record && 'account' in record ? record.account : nobody;
  const hash = readPasswordHash(account.passwordHash ?? '');
  expect(await hash?.matches(password)).toBe(true);
  expect(await hash?.matches(`${password}!`)).toBe(false);
  return { line: record?.line, account: { ...account, passwordHash: null } };
}

const ada = {
  ...nobody,
  email: 'ada@example.com',
  emailVerified: true,
  displayName: 'Ada Lovelace',
  photoUrl: 'https://example.com/ada.png',
};
const grace = { ...nobody, email: 'grace@example.com', displayName: 'Grace Hopper' };

describe('the sample of Firebase', () => {
  const withPassword = {
    ...ada,
    uid: 'Zk3aHn5PqWcT1vXyB7mRfLdE2Us1',
    createdAt: new Date('2021-01-01T00:00:00Z'),
    lastSignedInAt: new Date('2024-06-01T12:00:00Z'),
    claims: { role: 'editor' },
  };
  const withLinks = {
    ...grace,
    uid: 'Qy8bJm2RtVdU4wZaC9nSgMfF3Vt2',
    emailVerified: true,
    createdAt: new Date('2021-01-01T00:01:00.123Z'),
    lastSignedInAt: new Date('2024-06-01T12:01:00.123Z'),
    links: [
      toLink('google.com', '104857600000000000001', {
        email: 'grace@example.com',
        displayName: 'Grace Hopper',
        photoUrl: 'https://example.com/grace.png',
      }),
      toLink('github.com', '4242', { email: 'grace@example.com' }),
    ],
    leftOut: ['The phone number is not taken.'],
  };
  const disabled = {
    ...nobody,
    uid: 'invoice-bot',
    email: 'bot@example.com',
    disabled: true,
    createdAt: new Date('2021-01-01T00:02:00Z'),
  };

  it('JSON: each user by its number, and the password of before', async () => {
    const [first, ...others] = await collect(sources.firebase, open('firebase-users.json'));
    expect(await withoutHash(first, 'user1password')).toEqual({ line: 1, account: withPassword });
    const leftOut = [
      'The export has no password hash: it was made without the right to read them.',
    ];
    expect(others).toEqual([
      { line: 2, account: withLinks },
      { line: 3, account: { ...disabled, leftOut } },
    ]);
  });

  it('CSV: the same users by their lines', async () => {
    const [first, ...others] = await collect(sources.firebase, open('firebase-users.csv'));
    expect(await withoutHash(first, 'user1password')).toEqual({ line: 1, account: withPassword });
    const leftOut = ['The export has neither a password hash nor a provider of this person.'];
    expect(others).toEqual([
      { line: 2, account: withLinks },
      { line: 3, account: { ...disabled, leftOut } },
    ]);
  });
});

describe('the sample of Supabase', () => {
  it('users and identities: accounts with their links, and a fault for whom is deleted', async () => {
    const [first, ...others] = await collect(
      sources.supabase,
      open('supabase-users.csv'),
      open('supabase-identities.csv'),
    );
    expect(await withoutHash(first, 'correct horse')).toEqual({
      line: 2,
      account: {
        ...ada,
        uid: '6f1b2c3d-0000-4000-8000-000000000001',
        createdAt: new Date('2021-01-01T00:00:00.123Z'),
        lastSignedInAt: new Date('2024-06-01T12:00:00Z'),
        claims: { role: 'editor' },
        leftOut: ['Fields of raw_user_meta_data are not taken: newsletter.'],
      },
    });
    expect(others).toEqual([
      {
        line: 3,
        account: {
          ...grace,
          uid: '6f1b2c3d-0000-4000-8000-000000000002',
          emailVerified: true,
          disabled: true,
          createdAt: new Date('2021-01-02T00:00:00Z'),
          links: [
            toLink('google.com', '104857600000000000001', { email: 'grace@example.com' }),
            toLink('microsoft.com', 'AAAAAAAAAAAAAAAAAAAAAExample'),
          ],
          leftOut: [
            'The ban until 2999-01-01 00:00:00+00 is taken as one without an end.',
            'The phone number is not taken.',
            'The sign-in with slack_oidc is not taken.',
          ],
        },
      },
      { line: 4, fault: 'The user is deleted there (deleted_at).' },
    ]);
  });
});

describe('the sample of Auth0', () => {
  it('users and passwords: accounts with hashes by _id and by alt_id', async () => {
    const [first, second, third] = await collect(
      sources.auth0,
      open('auth0-users.ndjson'),
      open('auth0-passwords.ndjson'),
    );
    expect(await withoutHash(first, 'correct horse')).toEqual({
      line: 1,
      account: {
        ...ada,
        uid: 'auth0|5dea9f9c82dd7c0e76e4ec93',
        createdAt: new Date('2019-12-06T18:36:12.412Z'),
        lastSignedInAt: new Date('2024-06-01T12:00:00Z'),
        passwordChangedAt: new Date('2019-12-06T18:36:12.412Z'),
        leftOut: ['The app_metadata is not taken.'],
      },
    });
    expect(second).toEqual({
      line: 2,
      account: {
        ...grace,
        uid: 'google-oauth2|104857600000000000001',
        emailVerified: true,
        disabled: true,
        createdAt: new Date('2020-01-01T00:00:00Z'),
        links: [toLink('google.com', '104857600000000000001')],
        leftOut: ['The second factor is not taken.', 'The sign-in with windowslive is not taken.'],
      },
    });
    expect(await withoutHash(third, 'correct horse')).toMatchObject({
      line: 3,
      account: { uid: 'auth0|euclid', leftOut: [] },
    });
  });
});

describe('the sample of Clerk', () => {
  it('each hasher that can be verified: the password of before; another one: named', async () => {
    const records = await collect(sources.clerk, open('clerk-users.csv'));
    expect(await withoutHash(records[0], 'correct horse')).toEqual({
      line: 2,
      account: {
        ...ada,
        photoUrl: '',
        uid: 'user_2YDryYFVMM1W1plDDKz7Gzf4we1',
        leftOut: ['Further addresses are not taken: ada@example.org.'],
      },
    });
    expect(await withoutHash(records[1], 'password')).toEqual({
      line: 3,
      account: {
        ...grace,
        uid: 'user_2YDryYFVMM1W1plDDKz7Gzf4we2',
        displayName: 'Grace',
        leftOut: ['The user name is not taken.', 'The second factor by an app is not taken.'],
      },
    });
    await withoutHash(records[2], 'lètmein');
    await withoutHash(records[3], 'user1password');
    expect(records[4]).toMatchObject({
      line: 6,
      account: {
        passwordHash: null,
        leftOut: ['The password hash is not taken: the hasher md5 is unknown.'],
      },
    });
  });
});

describe('the sample of better-auth', () => {
  it('users and accounts: the password of before, and links', async () => {
    const [first, second] = await collect(
      sources['better-auth'],
      open('better-auth-users.jsonl'),
      open('better-auth-accounts.jsonl'),
    );
    expect(await withoutHash(first, 'correct horse')).toEqual({
      line: 1,
      account: {
        ...ada,
        uid: 'kPq7ZxT3',
        createdAt: new Date('2024-01-01T00:00:00Z'),
        passwordChangedAt: new Date('2024-03-01T00:00:00Z'),
      },
    });
    expect(second).toEqual({
      line: 2,
      account: {
        ...grace,
        uid: 'mRs8YwU4',
        createdAt: new Date('2024-01-02T00:00:00Z'),
        links: [toLink('github.com', '4242')],
        leftOut: ['The second factor is not taken.', 'The role admin is not taken.'],
      },
    });
  });
});

describe('the sample of CSV', () => {
  it('a full line and one of an address only: both accounts', async () => {
    const [first, second] = await collect(sources.csv, open('accounts.csv'));
    expect(await withoutHash(first, 'correct horse')).toEqual({
      line: 2,
      account: {
        ...ada,
        uid: 'Zk3aHn5PqWcT1vXyB7mRfLdE2Us1',
        createdAt: new Date('2021-01-01T00:00:00Z'),
        lastSignedInAt: new Date('2024-06-01T12:00:00Z'),
        passwordChangedAt: new Date('2022-01-01T00:00:00Z'),
        links: [
          toLink('google.com', '104857600000000000001', {
            email: 'ada@example.com',
            displayName: 'Ada',
          }),
        ],
        claims: { role: 'editor' },
      },
    });
    expect(second).toEqual({ line: 3, account: { ...nobody, email: 'grace@example.com' } });
  });
});

const files: [keyof typeof sources, string[]][] = [
  ['firebase', ['firebase-users.json']],
  ['firebase', ['firebase-users.csv']],
  ['supabase', ['supabase-users.csv', 'supabase-identities.csv']],
  ['auth0', ['auth0-users.ndjson', 'auth0-passwords.ndjson']],
  ['clerk', ['clerk-users.csv']],
  ['better-auth', ['better-auth-users.jsonl', 'better-auth-accounts.jsonl']],
  ['csv', ['accounts.csv']],
];

describe.each(files)('the source %s with %j', (name, [users = '', ...others]) => {
  const source: Source = sources[name];
  const read = (...texts: string[]) =>
    collect(source, ...texts.map((text) => Readable.from([Buffer.from(text)])));

  it('a byte order mark and carriage returns: the same accounts', async () => {
    const texts = await Promise.all([users, ...others].map(readSample));
    const windows = texts.map((text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`);
    expect(await read(...windows)).toEqual(await read(...texts));
  });

  it('the first file cut in its last record: each whole account, and the last fault says so', async () => {
    const [text = '', ...besides] = await Promise.all([users, ...others].map(readSample));
    const whole = await read(text, ...besides);
    const end = text.trimEnd().lastIndexOf(users.endsWith('.csv') ? '\n' : '{');
    const records = await read(text.slice(0, end + 3), ...besides);
    expect(records.slice(0, -1)).toEqual(whole.slice(0, records.length - 1));
    expect(records.at(-1)).toMatchObject({
      fault: expect.stringMatching(/^The file ends in the middle of record \d\.$/),
    });
  });

  it.each([
    ['HTML', '<!doctype html>\n<title>Sign in</title>\n<p>Please sign in.</p>\n'],
    ['JSON of something else', '{\n  "message": "Not found"\n}\n'],
    ['a picture', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ])('%s instead of its users: one fault', async (_, text) => {
    const besides = await Promise.all(others.map(readSample));
    expect(await read(text, ...besides)).toEqual([{ line: 1, fault: expect.any(String) }]);
  });

  it('any text instead of its users: records and faults, never an error', async () => {
    const besides = await Promise.all(others.map(readSample));
    const text = await readSample(users);
    const pieces = ['"', ',', '\n', '{', '}', '[', ']', ':', '\\', '\r', 'x', '|', '\0', '\uFEFF'];
    const damage = fc.tuple(fc.nat(text.length), fc.nat(20), fc.constantFrom(...pieces));
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { maxLength: 4 }), async (damages) => {
        const damaged = damages.reduce(
          (before, [at, length, piece]) => before.slice(0, at) + piece + before.slice(at + length),
          text,
        );
        const records = await read(damaged, ...besides);
        for (const record of records) {
          expect('fault' in record ? record.fault : record.account).toBeTruthy();
        }
      }),
      { numRuns: 200 },
    );
  });

  it('the second file is another one: a fault, and no account without its other half', async () => {
    const text = await readSample(users);
    const records = await read(text, ...others.map(() => '<html>\n<p>\n</html>\n'));
    const faults = others.map(() => ({
      line: 1,
      fault: expect.stringMatching(/^In the file of [a-z]+: /),
    }));
    expect(records).toEqual(others.length > 0 ? faults : await read(text));
  });

  it('the first account is taken: no more of the file was read than a few pieces', async () => {
    const besides = await Promise.all(others.map(readSample));
    const text = await readSample(users);
    let pieces = 0;
    async function* endless() {
      yield text.slice(0, Math.max(text.lastIndexOf('\n', text.length - 2), 1_000));
      for (;;) {
        pieces += 1;
        yield ' \n'.repeat(10);
      }
    }
    const inputs = [Readable.from(endless()), ...besides.map((each) => Readable.from([each]))];
    for await (const record of source.read(inputs, await readOptions())) {
      expect(record).toHaveProperty('account');
      break;
    }
    expect(pieces).toBeLessThan(50);
    expect(inputs[0]?.destroyed).toBe(true);
  });
});
