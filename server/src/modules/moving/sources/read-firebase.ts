import type { Readable } from 'node:stream';
import { buildAccount, type WrittenLink } from './build-account.ts';
import {
  type FirebaseHashConfig,
  toUsualBase64,
  writeFirebaseHash,
} from './firebase-hash-config.ts';
import { splitFields, toCut } from './read-csv-rows.ts';
import { readJsonList } from './read-json-list.ts';
import { readLines, type SourceLine } from './read-lines.ts';
import { peekText } from './read-text.ts';
import type { SourceAccount, SourceRecord } from './source-account.ts';
import {
  type Fields,
  refuseOtherKind,
  type SourceRow,
  toRecords,
  withTextFault,
} from './source-row.ts';
import { isFields, toList, toText } from './written-values.ts';

/**
 * Reads what `firebase auth:export` writes: JSON, of which `line` is the number of the user, or CSV. Without the hash
 * parameters of the project no password is taken.
 */
export function readFirebase(
  input: Readable,
  hashConfig: FirebaseHashConfig | undefined,
): AsyncGenerator<SourceRecord> {
  return toRecords(withTextFault(readUsers(input)), (user) => toAccount(user, hashConfig));
}

async function* readUsers(input: Readable): AsyncGenerator<SourceRow<Fields>> {
  const { first, text } = await peekText(input);
  yield* first === '{' || first === '['
    ? readJsonList(text, 'users')
    : refuseOtherKind(
        readCsvUsers(text),
        'The file is neither the JSON nor the CSV that "firebase auth:export" writes.',
      );
}

/**
 * Columns without a header line: https://firebase.google.com/docs/cli/auth#CSV and src/accountExporter.ts of
 * firebase-tools. Each line ends with a comma; older versions write no `disabled` and no `customAttributes`.
 */
const csvColumns = [
  ...['localId', 'email', 'emailVerified', 'passwordHash', 'salt', 'displayName', 'photoUrl'],
  ...['google.com', 'facebook.com', 'twitter.com', 'github.com'].flatMap((provider) =>
    ['rawId', 'email', 'displayName', 'photoUrl'].map((name) => `${provider} ${name}`),
  ),
  ...['createdAt', 'lastSignedInAt', 'phoneNumber', 'disabled', 'customAttributes'],
];
const requiredColumns = csvColumns.indexOf('phoneNumber') + 1;

/** One line is one user, because firebase-tools puts no line feed between quotation marks. */
async function* readCsvUsers(text: AsyncIterable<string>): AsyncGenerator<SourceRow<Fields>> {
  let record = 0;
  for await (const line of readLines(text)) {
    if (line.text.trim() !== '') {
      record += 1;
      yield toCsvUser(line, record);
    }
  }
}

function toCsvUser({ line, text, isEnded }: SourceLine, record: number): SourceRow<Fields> {
  const fields = splitFields(text);
  const count = typeof fields === 'string' ? 0 : fields.length;
  if (typeof fields !== 'string' && count >= requiredColumns && count <= csvColumns.length + 1) {
    return { line, value: toUser(fields) };
  }
  if (!isEnded && (count > 1 || record > 1) && count < requiredColumns) {
    return toCut(line, record);
  }
  const counts = `${count} fields instead of ${requiredColumns} to ${csvColumns.length}`;
  return { line, fault: typeof fields === 'string' ? fields : `The line has ${counts}.` };
}

function toUser(fields: readonly string[]): Fields {
  const named = Object.fromEntries(csvColumns.map((name, index) => [name, fields[index] ?? '']));
  const providers = ['google.com', 'facebook.com', 'twitter.com', 'github.com'];
  return {
    ...named,
    providerUserInfo: providers
      .filter((provider) => named[`${provider} rawId`])
      .map((provider) => ({
        providerId: provider,
        rawId: named[`${provider} rawId`],
        email: named[`${provider} email`],
        displayName: named[`${provider} displayName`],
        photoUrl: named[`${provider} photoUrl`],
      })),
  };
}

function toAccount(
  user: Fields,
  hashConfig: FirebaseHashConfig | undefined,
): SourceAccount | string {
  if (toText(user.localId) === '') {
    return 'The user has no localId.';
  }
  const providers = (toList(user.providerUserInfo) ?? []).filter(isFields);
  const password = takePassword(user, providers, hashConfig);
  return buildAccount({
    uid: user.localId,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.displayName,
    photoUrl: user.photoUrl,
    disabled: user.disabled,
    createdAt: user.createdAt,
    lastSignedInAt: user.lastSignedInAt ?? user.lastLoginAt,
    passwordHash: password.hash,
    passwordChangedAt: user.passwordUpdatedAt,
    links: providers.filter((each) => !isOwn(each)).map(toLink),
    claims: user.customAttributes,
    leftOut: [
      password.leftOut,
      toText(user.phoneNumber) !== '' && 'The phone number is not taken.',
      ...listFactors(user),
    ],
  });
}

/** Ways in that are fields of the account itself. */
const isOwn = (provider: Fields) =>
  ['password', 'phone', 'emailLink'].includes(toText(provider.providerId));

function toLink(provider: Fields): WrittenLink {
  const { providerId, rawId, email, displayName, photoUrl } = provider;
  return { provider: providerId, subject: rawId, email, displayName, photoUrl };
}

/** Firebase writes it instead of the hash for callers who may not read hashes. */
const redacted = Buffer.from('REDACTED').toString('base64');

function takePassword(
  user: Fields,
  providers: readonly Fields[],
  hashConfig: FirebaseHashConfig | undefined,
): { readonly hash?: string; readonly leftOut?: string } {
  const hash = toText(user.passwordHash);
  const hasPassword = providers.some(({ providerId }) => providerId === 'password');
  if (toUsualBase64(hash) === redacted || (hash === '' && hasPassword)) {
    return {
      leftOut: 'The export has no password hash: it was made without the right to read them.',
    };
  }
  if (hash === '') {
    // firebase-tools leaves `password` out of the providers, and the hash too if another algorithm made it.
    const hasOtherWay = providers.length > 0 || toText(user.phoneNumber) !== '';
    return toText(user.email) === '' || hasOtherWay
      ? {}
      : { leftOut: 'The export has neither a password hash nor a provider of this person.' };
  }
  return hashConfig
    ? { hash: writeFirebaseHash(hash, toText(user.salt), hashConfig) }
    : {
        leftOut: 'The password hash is not taken: the hash parameters of the project are missing.',
      };
}

function listFactors(user: Fields): readonly string[] {
  const factors = (toList(user.mfaInfo) ?? []).filter(isFields);
  return factors.map((factor) => {
    if (factor.phoneInfo !== undefined) {
      return 'A second factor by SMS is not taken.';
    }
    return factor.totpInfo === undefined
      ? 'A second factor is not taken: its kind is unknown.'
      : 'A second factor by an app is not taken: the export has no secret of it.';
  });
}
