import type { Readable } from 'node:stream';
import { buildAccount } from './build-account.ts';
import { writeFirebaseHash } from './firebase-hash-config.ts';
import { readCsvRows, requireColumns } from './read-csv-rows.ts';
import { readText } from './read-text.ts';
import type { SourceAccount, SourceRecord } from './source-account.ts';
import { type Fields, toRecords, withTextFault } from './source-row.ts';
import { toText } from './written-values.ts';

/** Reads the CSV of users that Clerk's dashboard exports. It has no links to providers. */
export function readClerk(input: Readable): AsyncGenerator<SourceRecord> {
  const rows = readCsvRows(readText(input), (names) =>
    requireColumns(names, ['id', 'primary_email_address']),
  );
  return toRecords(withTextFault(rows), toAccount);
}

function toAccount(user: Fields): SourceAccount | string {
  if (toText(user.id) === '') {
    return 'The user has no id.';
  }
  const verified = listAddresses(user.verified_email_addresses);
  const unverified = listAddresses(user.unverified_email_addresses);
  const email = toText(user.primary_email_address) || verified[0] || unverified[0] || '';
  const isPrimary = (address: string) => address.toLowerCase() === email.toLowerCase();
  const others = [...verified, ...unverified].filter((address) => !isPrimary(address));
  const phones = ['primary_phone_number', 'verified_phone_numbers', 'unverified_phone_numbers'];
  const password = takePassword(toText(user.password_digest), toText(user.password_hasher));
  return buildAccount({
    uid: user.id,
    email,
    emailVerified: verified.some(isPrimary),
    displayName: [toText(user.first_name), toText(user.last_name)].join(' '),
    disabled: user.banned,
    createdAt: user.created_at,
    lastSignedInAt: user.last_sign_in_at,
    passwordHash: password.hash,
    leftOut: [
      password.leftOut,
      toText(user.username) !== '' && 'The user name is not taken.',
      others.length > 0 && `Further addresses are not taken: ${others.join(', ')}.`,
      phones.some((name) => toText(user[name]) !== '') && 'The phone number is not taken.',
      toText(user.totp_secret) !== '' && 'The second factor by an app is not taken.',
    ],
  });
}

/** Several addresses are in one field, with a bar or a comma between them. */
function listAddresses(value: unknown): readonly string[] {
  return toText(value)
    .split(/[|,;\s]+/)
    .filter((address) => address !== '');
}

/**
 * Digests as https://clerk.com/docs/references/backend/user/create-user describes them, by the name of their hasher. A
 * digest of another form stays as it is, and is left out for that.
 */
const toPhcForms: Readonly<Record<string, (digest: string) => string>> = {
  bcrypt: (digest) => digest,
  argon2i: (digest) => digest,
  argon2id: (digest) => digest,
  pbkdf2_sha256: (digest) => fromPbkdf2(digest, (salt) => salt),
  pbkdf2_sha256_django: (digest) => fromPbkdf2(digest, toBase64),
  scrypt_firebase: fromFirebase,
  scrypt_werkzeug: fromWerkzeug,
};

function takePassword(
  digest: string,
  hasher: string,
): { readonly hash?: string; readonly leftOut?: string } {
  if (digest === '') {
    return {};
  }
  const toPhcForm = Object.hasOwn(toPhcForms, hasher) ? toPhcForms[hasher] : undefined;
  return toPhcForm
    ? { hash: toPhcForm(digest) }
    : { leftOut: `The password hash is not taken: the hasher ${hasher || '""'} is unknown.` };
}

const toBase64 = (text: string) => Buffer.from(text).toString('base64');

/** `pbkdf2_sha256$<iterations>$<salt>$<hash>` */
function fromPbkdf2(digest: string, writeSalt: (salt: string) => string): string {
  const [name, iterations, salt, hash, ...rest] = digest.split('$');
  const isForm = name === 'pbkdf2_sha256' && salt !== undefined && rest.length === 0;
  return isForm ? `$pbkdf2-sha256$i=${iterations}$${writeSalt(salt)}$${hash}` : digest;
}

/** `<hash>$<salt>$<signer key>$<salt separator>$<rounds>$<memory cost>` */
function fromFirebase(digest: string): string {
  const [hash = '', salt = '', signerKey = '', saltSeparator = '', rounds, memoryCost, ...rest] =
    digest.split('$');
  return rest.length === 0 && memoryCost !== undefined
    ? writeFirebaseHash(hash, salt, {
        signerKey,
        saltSeparator,
        rounds: Number(rounds),
        memoryCost: Number(memoryCost),
      })
    : digest;
}

const werkzeugForm = /^scrypt:(\d+):(\d+):(\d+)\$([^$]+)\$([0-9a-f]+)$/;

/** `scrypt:<N>:<r>:<p>$<salt as text>$<hash as hex>` */
function fromWerkzeug(digest: string): string {
  const [, n, r, p, salt = '', hash = ''] = werkzeugForm.exec(digest) ?? [];
  const hash64 = Buffer.from(hash, 'hex').toString('base64');
  return n
    ? `$scrypt$ln=${Math.log2(Number(n))},r=${r},p=${p}$${toBase64(salt)}$${hash64}`
    : digest;
}
