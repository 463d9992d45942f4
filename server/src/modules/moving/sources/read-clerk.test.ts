import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPasswordHash } from '../../identity/index.ts';
import { readClerk } from './read-clerk.ts';

async function read(fields: Readonly<Record<string, string>>) {
  const all = { id: 'user_1', primary_email_address: 'a@example.com', ...fields };
  const quoted = Object.values(all).map((field) => `"${field}"`);
  const text = `${Object.keys(all).join(',')}\n${quoted.join(',')}\n`;
  const [record] = await Readable.from(readClerk(Readable.from([text]))).toArray();
  return record.account;
}

/** Node's scrypt of "correct horse". */
const werkzeug =
  'scrypt:32768:8:1$Xq1b2cD3$b581527bb74599f157f0918577e5d2b95404964687647c710ad2107058d4d2f5d9d506864a97c17008185c54f9f9c32b4d21391433f1ca0a80a31ae0e352ac05';

describe('readClerk', () => {
  it.each([
    ['scrypt_werkzeug', werkzeug, 'correct horse'],
    // RFC 7914, section 11.
    [
      'pbkdf2_sha256',
      'pbkdf2_sha256$1$c2FsdA==$VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLxJypzM8Xm2RZkWZLOdd+8xfHG4RbHjC9UJESBB06GXgw==',
      'passwd',
    ],
  ])('the hasher %s with %s: the password of before', async (hasher, digest, password) => {
    const account = await read({ password_digest: digest, password_hasher: hasher });
    const hash = readPasswordHash(account.passwordHash);
    expect(await hash?.matches(password)).toBe(true);
    expect(await hash?.matches('other')).toBe(false);
  });

  it.each([
    [
      'bcrypt_sha256_django',
      'bcrypt_sha256$$2b$12$x',
      'the hasher bcrypt_sha256_django is unknown',
    ],
    ['toString', 'x', 'the hasher toString is unknown'],
    ['pbkdf2_sha256', 'x$y', 'its form is unknown'],
    ['scrypt_firebase', 'x$y', 'its form is unknown'],
    [
      'scrypt_werkzeug',
      werkzeug.replace('32768', '32769'),
      'its form $scrypt$ is unknown or damaged',
    ],
    [
      'bcrypt',
      '$2x$10$ijuDD2o746wupLvzH6gIVuy7rOhjlcQRkOfuN0RbR/3u1ToROcI/.',
      '$2x$ marks bcrypt of a product with a known defect',
    ],
  ])('the hasher %s with %s: left out', async (hasher, digest, reason) => {
    expect(await read({ password_digest: digest, password_hasher: hasher })).toMatchObject({
      passwordHash: null,
      leftOut: [`The password hash is not taken: ${reason}.`],
    });
  });

  it('a primary address with other capitals than the verified one: verified', async () => {
    expect(await read({ verified_email_addresses: 'b@example.com|A@Example.com' })).toMatchObject({
      email: 'a@example.com',
      emailVerified: true,
      leftOut: ['Further addresses are not taken: b@example.com.'],
    });
  });

  it.each([
    { verified_email_addresses: 'b@example.com' },
    { unverified_email_addresses: 'a@example.com' },
    {},
  ])('%j: the primary address is not verified', async (fields) => {
    expect(await read(fields)).toMatchObject({ email: 'a@example.com', emailVerified: false });
  });

  it('a person with a phone number only: no address', async () => {
    const account = await read({ primary_email_address: '', primary_phone_number: '+15555550100' });
    expect(account).toMatchObject({ email: null, leftOut: ['The phone number is not taken.'] });
  });
});
