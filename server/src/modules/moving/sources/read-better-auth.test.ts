import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPasswordHash } from '../../identity/index.ts';
import { readBetterAuth } from './read-better-auth.ts';

async function read(users: string, accounts: string) {
  const files = { users: Readable.from([users]), accounts: Readable.from([accounts]) };
  return Readable.from(readBetterAuth(files)).toArray();
}

/** Python's hashlib.scrypt("café", salt="1c50…", n=16384, r=16, p=1, dklen=64). */
const stored =
  '1c50892c354da5b23ec3b5007649bc6e:1406d7ca80cf1b1def22d86b7fc9283bc882b49a891fe961143c62738ee2c3eb50234337c20fcb3e0e3e4bf2cf17f62212d79d87938875468f962a244a7c6cdf';

describe('readBetterAuth', () => {
  it('a password with an accent: each spelling of it matches', async () => {
    const [record] = await read(
      '{"id":"u","email":"a@example.com"}',
      JSON.stringify({ userId: 'u', providerId: 'credential', accountId: 'u', password: stored }),
    );
    const hash = readPasswordHash(record.account.passwordHash);
    expect(await hash?.matches('caf\u00e9')).toBe(true);
    expect(await hash?.matches('cafe\u0301')).toBe(true);
    expect(await hash?.matches('cafe')).toBe(false);
  });

  it('CSV with underscores in its names: the account with its links', async () => {
    const [record] = await read(
      'id,name,email,email_verified,created_at,banned,ban_expires\nu,Ada,a@example.com,t,1609459200000,t,2030-01-01\n',
      'id,account_id,provider_id,user_id,password\n1,104,google,u,\n2,7,discord,u,\n',
    );
    expect(record.account).toMatchObject({
      emailVerified: true,
      disabled: true,
      createdAt: new Date('2021-01-01T00:00:00Z'),
      links: [{ provider: 'google.com', subject: '104' }],
      leftOut: [
        'The ban is taken as one without an end.',
        'The sign-in with discord is not taken.',
      ],
    });
  });

  it.each([
    ['$2b$10$ijuDD2o746wupLvzH6gIVuy7rOhjlcQRkOfuN0RbR/3u1ToROcI/.', []],
    ['1c50:zz', ['The password hash is not taken: its form is unknown.']],
  ])('the hash %s of another product: taken as it is, or left out', async (password, leftOut) => {
    const [record] = await read(
      '{"id":"u","email":"a@example.com"}',
      JSON.stringify({ userId: 'u', providerId: 'credential', accountId: 'u', password }),
    );
    expect(record.account).toMatchObject({
      passwordHash: leftOut.length > 0 ? null : password,
      leftOut,
    });
  });

  it('the table of users instead of the one of accounts: one fault, and no user', async () => {
    const users = '{"id":"u","email":"a@example.com"}\n{"id":"v","email":"b@example.com"}\n';
    expect(await read(users, users)).toEqual([
      {
        line: 1,
        fault:
          'In the file of accounts: The first record has no field userid, providerid, accountid.',
      },
    ]);
  });
});
