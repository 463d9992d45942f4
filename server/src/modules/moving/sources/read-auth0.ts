import type { Readable } from 'node:stream';
import { buildAccount, type WrittenLink } from './build-account.ts';
import { readTable } from './read-table.ts';
import type { SourceAccount, SourceRecord } from './source-account.ts';
import { type Fields, readBeside, toRecords } from './source-row.ts';
import { isFields, toFields, toList, toText } from './written-values.ts';

/**
 * Reads the export of users of Auth0 as JSON lines, and the file of password hashes that Auth0's support gives. The hashes
 * are in memory together, about 300 bytes each.
 */
export async function* readAuth0(files: {
  readonly users: Readable;
  readonly passwords: Readable | undefined;
}): AsyncGenerator<SourceRecord> {
  const passwords = new Map<string, Password>();
  const isWhole =
    !files.passwords ||
    (yield* readBeside(readTable(files.passwords, ['_id']), 'passwords', (row) =>
      keepPassword(row, passwords),
    ));
  if (isWhole) {
    yield* toRecords(readTable(files.users, ['user_id'], toFieldName), (user) =>
      toAccount(user, passwords),
    );
  }
}

interface Password {
  readonly hash: string;
  readonly changedAt: unknown;
}

/** The id of its user is `auth0|` and `alt_id`, or `_id` if there is none: https://community.auth0.com/t/58730. */
function keepPassword(row: Fields, passwords: Map<string, Password>): string | undefined {
  const id = toText(row.alt_id) || toText(toFields(row._id)?.$oid) || toText(row._id);
  if (id === '') {
    return 'The password has no _id.';
  }
  const setAt = row.password_set_date;
  passwords.set(`auth0|${id}`, {
    hash: toText(row.passwordHash),
    changedAt: isFields(setAt) ? setAt.$date : setAt,
  });
  return undefined;
}

/** The extension for exports writes names such as "Id" and "Email Verified", the API `user_id` and `email_verified`. */
function toFieldName(written: string): string {
  const name = written.trim().toLowerCase().replaceAll(' ', '_');
  return name === 'id' ? 'user_id' : name;
}

function toAccount(user: Fields, passwords: ReadonlyMap<string, Password>): SourceAccount | string {
  const userId = toText(user.user_id);
  if (userId === '') {
    return 'The user has no user_id.';
  }
  const identities = listIdentities(user, userId);
  const password = findPassword(userId, identities, passwords);
  const hasPassword = identities.some(({ provider }) => provider === 'auth0');
  return buildAccount({
    uid: userId,
    email: user.email,
    emailVerified: user.email_verified,
    displayName: user.name,
    photoUrl: user.picture,
    disabled: user.blocked,
    createdAt: user.created_at,
    lastSignedInAt: user.last_login,
    passwordHash: password?.hash,
    passwordChangedAt: password?.changedAt ?? user.last_password_reset,
    links: identities.filter(({ provider }) => !ownProviders.has(provider)).map(toLink),
    leftOut: [
      hasPassword && !password?.hash && 'There is no password hash of this person.',
      toText(user.phone_number) !== '' && 'The phone number is not taken.',
      (toList(user.multifactor) ?? []).length > 0 && 'The second factor is not taken.',
      hasKeys(user.app_metadata) && 'The app_metadata is not taken.',
      hasKeys(user.user_metadata) && 'The user_metadata is not taken.',
    ],
  });
}

interface Identity {
  readonly provider: string;
  readonly subject: string;
  readonly profile: Fields;
}

/** An export without the field `identities` still names the provider in the id of the user. */
function listIdentities(user: Fields, userId: string): readonly Identity[] {
  const written = (toList(user.identities) ?? []).filter(isFields);
  const separator = userId.indexOf('|');
  const named = { provider: userId.slice(0, separator), user_id: userId.slice(separator + 1) };
  const identities: readonly Fields[] = written.length > 0 || separator < 1 ? written : [named];
  return identities.map((identity) => ({
    provider: toText(identity.provider),
    subject: toText(identity.user_id),
    profile: toFields(identity.profileData) ?? {},
  }));
}

/** The password may be the one of an account that was linked to another one. */
function findPassword(
  userId: string,
  identities: readonly Identity[],
  passwords: ReadonlyMap<string, Password>,
): Password | undefined {
  const ids = identities
    .filter(({ provider }) => provider === 'auth0')
    .map(({ subject }) => `auth0|${subject}`);
  return [userId, ...ids].map((id) => passwords.get(id)).find((found) => found !== undefined);
}

/** Ways in by a password or a code, which are no links. */
const ownProviders: ReadonlySet<string> = new Set(['auth0', 'email', 'sms']);

/**
 * Auth0's names of providers. Those of Microsoft (`windowslive`, `waad`) and of Google Workspace (`google-apps`) stay
 * unknown: their ids are others than the ones that sign-in gets here.
 */
const providerIds: Readonly<Record<string, string>> = {
  'google-oauth2': 'google.com',
  github: 'github.com',
  facebook: 'facebook.com',
  apple: 'apple.com',
  twitter: 'twitter.com',
};

function toLink({ provider, subject, profile }: Identity): WrittenLink {
  const { email, name, picture } = profile;
  return {
    provider: providerIds[provider] ?? provider,
    subject,
    email,
    displayName: name,
    photoUrl: picture,
  };
}

const hasKeys = (value: unknown) => Object.keys(toFields(value) ?? {}).length > 0;
