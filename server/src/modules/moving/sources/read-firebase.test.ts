import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPasswordHash } from '../../identity/index.ts';
import { readFirebase } from './read-firebase.ts';

const config = {
  signerKey:
    'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memoryCost: 14,
};
const hash =
  'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
const salt = '42xEC+ixf3L2lw==';

async function readUser(user: object, hashConfig: typeof config | undefined = config) {
  const text = JSON.stringify({ users: [{ localId: 'a', email: 'a@example.com', ...user }] });
  const records = await Readable.from(readFirebase(Readable.from([text]), hashConfig)).toArray();
  return records[0].account;
}

async function readLines(...lines: string[]) {
  const input = Readable.from([`${lines.join('\n')}\n`]);
  return Readable.from(readFirebase(input, config)).toArray();
}

const toLine = (name: string, claims = '') =>
  `a,a@example.com,true,,,${name},,${','.repeat(16)}1609459200000,,+15555550100,false,${claims},`;

describe('readFirebase', () => {
  it('base64 for URLs: the password of before', async () => {
    const passwordHash = hash.replaceAll('/', '_').replaceAll('+', '-');
    const account = await readUser({ passwordHash, salt: salt.replaceAll('+', '-') });
    expect(account.leftOut).toEqual([]);
    expect(await readPasswordHash(account.passwordHash)?.matches('user1password')).toBe(true);
  });

  it.each([
    [
      { passwordHash: hash, salt },
      undefined,
      'The password hash is not taken: the hash parameters of the project are missing.',
    ],
    [
      { passwordHash: 'UkVEQUNURUQ=' },
      config,
      'The export has no password hash: it was made without the right to read them.',
    ],
    [
      { passwordHash: '', providerUserInfo: [{ providerId: 'password' }] },
      config,
      'The export has no password hash: it was made without the right to read them.',
    ],
    [{}, config, 'The export has neither a password hash nor a provider of this person.'],
    [
      { passwordHash: hash.slice(4), salt },
      config,
      'The password hash is not taken: its cost or length is out of bounds, or it is damaged.',
    ],
    [
      { passwordHash: hash, salt },
      { ...config, memoryCost: 17 },
      'The password hash is not taken: its cost or length is out of bounds, or it is damaged.',
    ],
  ])('the password of %j with %j: no hash, and a sentence', async (user, hashConfig, sentence) => {
    const text = JSON.stringify({ users: [{ localId: 'a', email: 'a@example.com', ...user }] });
    const [record] = await Readable.from(readFirebase(Readable.from([text]), hashConfig)).toArray();
    expect(record.account).toMatchObject({ passwordHash: null, leftOut: [sentence] });
  });

  it('factors, phone number and unknown providers: a sentence for each', async () => {
    const account = await readUser({
      phoneNumber: '+15555550100',
      providerUserInfo: [
        { providerId: 'phone', rawId: '+15555550100' },
        { providerId: 'oidc.acme', rawId: 'x' },
        { providerId: 'apple.com', rawId: '001.abc' },
      ],
      mfaInfo: [{ phoneInfo: '+15555550100' }, { totpInfo: {} }, {}],
    });
    expect(account.links).toMatchObject([{ provider: 'apple.com', subject: '001.abc' }]);
    expect(account.leftOut).toEqual([
      'The phone number is not taken.',
      'A second factor by SMS is not taken.',
      'A second factor by an app is not taken: the export has no secret of it.',
      'A second factor is not taken: its kind is unknown.',
      'The sign-in with oidc.acme is not taken.',
    ]);
  });

  it('a user without an id, or no user at all: a fault, and the next one is read', async () => {
    const text = '{"users":[{"email":"a@example.com"},"b",{"localId":"c"}]}';
    const records = await Readable.from(readFirebase(Readable.from([text]), config)).toArray();
    expect(records).toMatchObject([
      { line: 1, fault: 'The user has no localId.' },
      { line: 2, fault: 'The record is no JSON object.' },
      { line: 3, account: { uid: 'c' } },
    ]);
  });

  it.each([
    ['5" TV', '5" TV'],
    ['The "old" one', 'The "old" one'],
    ['"Smith, Ann"', 'Smith, Ann'],
  ])('CSV with the name %s, as firebase-tools writes it: the name', async (written, name) => {
    expect(await readLines(toLine(written), toLine('next'))).toMatchObject([
      { line: 1, account: { displayName: name } },
      { line: 2, account: { displayName: 'next' } },
    ]);
  });

  it('CSV with claims, and with fewer columns of an older version: both users', async () => {
    const old = toLine('old').split(',').slice(0, 26).join(',');
    expect(await readLines(toLine('new', '"{""role"":""editor""}"'), old)).toMatchObject([
      { account: { displayName: 'new', claims: { role: 'editor' } } },
      { account: { displayName: 'old', claims: null, disabled: false } },
    ]);
  });

  it('CSV with a broken line: a fault, and the next line is read', async () => {
    expect(await readLines(toLine('first'), 'x,y', toLine('third'))).toMatchObject([
      { line: 1, account: { displayName: 'first' } },
      { line: 2, fault: 'The line has 2 fields instead of 26 to 28.' },
      { line: 3, account: { displayName: 'third' } },
    ]);
  });

  it('CSV with a name that begins with a quotation mark: a fault, and the next line is read', async () => {
    expect(await readLines(toLine('first'), toLine('"Bob'), toLine('third'))).toMatchObject([
      { line: 1, account: { displayName: 'first' } },
      { line: 2, fault: 'A quotation mark is not closed.' },
      { line: 3, account: { displayName: 'third' } },
    ]);
  });
});
