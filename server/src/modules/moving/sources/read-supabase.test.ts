import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPasswordHash } from '../../identity/index.ts';
import { readSupabase } from './read-supabase.ts';

const now = new Date('2026-01-01T00:00:00Z');

async function read(users: object[], identities: object[]) {
  const [userLines, identityLines] = [users, identities].map((rows) =>
    Readable.from(rows.map((row) => `${JSON.stringify(row)}\n`)),
  );
  const files = {
    users: userLines ?? Readable.from([]),
    identities: identityLines ?? Readable.from([]),
  };
  return Readable.from(readSupabase(files, now)).toArray();
}

const user = { id: 'u1', email: 'a@example.com', encrypted_password: '' };

describe('readSupabase', () => {
  it('JSON lines with objects instead of text: the account with its links and claims', async () => {
    const [record] = await read(
      [
        {
          ...user,
          email_confirmed_at: '2021-01-01T00:00:00+00:00',
          raw_user_meta_data: { full_name: 'Ada', email_verified: true },
          raw_app_meta_data: { provider: 'google', providers: ['google'], role: 'editor' },
        },
      ],
      [
        { user_id: 'u1', provider: 'google', provider_id: '104', identity_data: {} },
        { user_id: 'u1', provider: 'github', id: '42', email: 'b@example.com' },
        { user_id: 'u1', provider: 'phone', provider_id: 'u1' },
        { user_id: 'u2', provider: 'apple', provider_id: '001' },
      ],
    );
    expect(record.account).toMatchObject({
      emailVerified: true,
      displayName: 'Ada',
      claims: { role: 'editor' },
      links: [
        { provider: 'google.com', subject: '104', email: null },
        { provider: 'github.com', subject: '42', email: 'b@example.com' },
      ],
      leftOut: [],
    });
  });

  it.each([
    [
      'mytestpassword',
      '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==',
    ],
    [
      'password',
      '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
  ])('the hash of "%s" in another form than bcrypt: taken', async (password, stored) => {
    const [record] = await read([{ ...user, encrypted_password: stored }], []);
    expect(await readPasswordHash(record.account.passwordHash)?.matches(password)).toBe(true);
  });

  it.each([
    [null, false],
    ['2025-12-31 23:59:59+00', false],
    ['2026-01-01 00:00:01+00', true],
    ['infinity', true],
    ['sometime', true],
  ])('banned until %j: disabled %j', async (bannedUntil, disabled) => {
    const [record] = await read([{ ...user, banned_until: bannedUntil }], []);
    expect(record.account.disabled).toBe(disabled);
  });

  it('a user whose phone number is confirmed: the address is not verified', async () => {
    const [record] = await read([{ ...user, confirmed_at: '2021-01-01 00:00:00+00' }], []);
    expect(record.account.emailVerified).toBe(false);
  });

  it('an anonymous user: an account without an address, and a sentence', async () => {
    const [record] = await read([{ ...user, email: null, is_anonymous: true }], []);
    expect(record.account).toMatchObject({
      email: null,
      leftOut: ['The user is anonymous there.'],
    });
  });

  it('an identity without a user: a fault that names the file, and every user is read', async () => {
    const records = await read(
      [user],
      [
        { user_id: 'u1', provider: 'google', provider_id: '' },
        { user_id: 'u1', provider: 'github', provider_id: '42' },
      ],
    );
    expect(records).toMatchObject([
      {
        line: 1,
        fault:
          'In the file of identities: The identity has no user_id, no provider or no provider_id.',
      },
      { line: 1, account: { links: [{ provider: 'github.com' }] } },
    ]);
  });

  it('identities that are cut: a fault, and no user', async () => {
    const records = await Readable.from(
      readSupabase(
        {
          users: Readable.from([JSON.stringify(user)]),
          identities: Readable.from(['user_id,provider,provider_id\nu1,google,104\nu1,git']),
        },
        now,
      ),
    ).toArray();
    expect(records).toEqual([
      { line: 3, fault: 'In the file of identities: The file ends in the middle of record 2.' },
    ]);
  });
});
