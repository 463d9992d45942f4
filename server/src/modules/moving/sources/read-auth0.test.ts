import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readAuth0 } from './read-auth0.ts';

const bcrypt = '$2b$10$ijuDD2o746wupLvzH6gIVuy7rOhjlcQRkOfuN0RbR/3u1ToROcI/.';

async function read(user: object, passwords?: object[]) {
  const files = {
    users: Readable.from([JSON.stringify(user)]),
    passwords: passwords && Readable.from(passwords.map((row) => `${JSON.stringify(row)}\n`)),
  };
  const [record] = await Readable.from(readAuth0(files)).toArray();
  return record.account;
}

describe('readAuth0', () => {
  it('the names that the extension for exports writes: the same account', async () => {
    const user = {
      Id: 'auth0|a',
      Email: 'a@example.com',
      'Email Verified': true,
      'Created At': '2021-01-01T00:00:00Z',
    };
    expect(await read(user, [{ _id: { $oid: 'a' }, passwordHash: bcrypt }])).toMatchObject({
      uid: 'auth0|a',
      emailVerified: true,
      createdAt: new Date('2021-01-01T00:00:00Z'),
      passwordHash: bcrypt,
      leftOut: [],
    });
  });

  it.each([
    ['google-oauth2|104', 'google.com', '104'],
    ['apple|001.abc', 'apple.com', '001.abc'],
    ['github|42', 'github.com', '42'],
  ])(
    'the user %s without a list of identities: a link to %s',
    async (userId, provider, subject) => {
      expect((await read({ user_id: userId })).links).toMatchObject([{ provider, subject }]);
    },
  );

  it('a password account that was linked to another one: its hash', async () => {
    const identities = [
      { provider: 'google-oauth2', user_id: '104' },
      { provider: 'auth0', user_id: 'a' },
    ];
    const account = await read({ user_id: 'google-oauth2|104', identities }, [
      { _id: { $oid: 'a' }, passwordHash: bcrypt },
    ]);
    expect(account.passwordHash).toBe(bcrypt);
  });

  it.each([
    ['waad|x', ['The sign-in with waad is not taken.']],
    ['email|x', []],
    ['auth0|x', ['There is no password hash of this person.']],
  ])('the user %s: no link, %j', async (userId, leftOut) => {
    expect(await read({ user_id: userId })).toMatchObject({ links: [], leftOut });
  });
});
