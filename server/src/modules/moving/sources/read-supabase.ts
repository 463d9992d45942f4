import type { Readable } from 'node:stream';
import { buildAccount, type WrittenLink } from './build-account.ts';
import { toProviderId } from './link-providers.ts';
import { readTable } from './read-table.ts';
import type { SourceAccount, SourceRecord } from './source-account.ts';
import { type Fields, readBeside, toRecords } from './source-row.ts';
import { toFields, toText, toTime } from './written-values.ts';

/**
 * Reads the tables `auth.users` and `auth.identities` of Supabase, each as CSV with a header line or as JSON lines. The
 * identities are in memory together, about 300 bytes each.
 */
export async function* readSupabase(
  files: { readonly users: Readable; readonly identities: Readable },
  now: Date,
): AsyncGenerator<SourceRecord> {
  const links = new Map<string, WrittenLink[]>();
  const identities = readTable(files.identities, ['user_id', 'provider']);
  const isWhole = yield* readBeside(identities, 'identities', (row) => keepIdentity(row, links));
  if (isWhole) {
    const users = readTable(files.users, ['id', 'email', 'encrypted_password']);
    yield* toRecords(users, (user) => toAccount(user, links.get(toText(user.id)) ?? [], now));
  }
}

function keepIdentity(row: Fields, links: Map<string, WrittenLink[]>): string | undefined {
  const userId = toText(row.user_id);
  const provider = toText(row.provider);
  // Tables of before 2023 have the id at the provider in the column `id`.
  const subject = toText(row.provider_id) || toText(row.id);
  if (userId === '' || provider === '' || subject === '') {
    return 'The identity has no user_id, no provider or no provider_id.';
  }
  if (provider !== 'email' && provider !== 'phone') {
    const email = toText(row.email) || toText(toFields(row.identity_data)?.email);
    const link = { provider: toProviderId(provider), subject, email };
    links.set(userId, [...(links.get(userId) ?? []), link]);
  }
  return undefined;
}

function toAccount(user: Fields, links: readonly WrittenLink[], now: Date): SourceAccount | string {
  if (toText(user.id) === '') {
    return 'The user has no id.';
  }
  if (toText(user.deleted_at) !== '') {
    return 'The user is deleted there (deleted_at).';
  }
  const profile = toFields(user.raw_user_meta_data) ?? {};
  const banned = readBan(toText(user.banned_until), now);
  return buildAccount({
    uid: user.id,
    email: user.email,
    emailVerified: toText(user.email_confirmed_at) !== '',
    displayName: toText(profile.full_name) || profile.name,
    photoUrl: toText(profile.avatar_url) || profile.picture,
    disabled: banned.isBanned,
    createdAt: user.created_at,
    lastSignedInAt: user.last_sign_in_at,
    passwordHash: user.encrypted_password,
    links,
    claims: takeClaims(user.raw_app_meta_data),
    leftOut: [
      banned.leftOut,
      toText(user.phone) !== '' && 'The phone number is not taken.',
      ['true', 't'].includes(String(user.is_anonymous)) && 'The user is anonymous there.',
      listOtherProfile(profile),
    ],
  });
}

/** Claims are the keys that Supabase does not write itself. */
function takeClaims(written: unknown): unknown {
  const metadata = toFields(written);
  if (!metadata) {
    return written;
  }
  const { provider: _, providers: __, ...claims } = metadata;
  return claims;
}

function readBan(until: string, now: Date): { isBanned: boolean; leftOut?: string } {
  if (until === '' || until === 'infinity') {
    return { isBanned: until !== '' };
  }
  const time = toTime(until);
  const isBanned = !time || time > now;
  return isBanned
    ? { isBanned, leftOut: `The ban until ${until} is taken as one without an end.` }
    : { isBanned };
}

/** Keys that Supabase writes, from the token of a provider or from the sign-up. */
const usualProfile: ReadonlySet<string> = new Set([
  ...['full_name', 'name', 'avatar_url', 'picture', 'email', 'email_verified', 'phone_verified'],
  ...['sub', 'iss', 'provider_id', 'user_name', 'preferred_username', 'custom_claims'],
]);

function listOtherProfile(profile: Fields): string | undefined {
  const names = Object.keys(profile).filter((name) => !usualProfile.has(name));
  return names.length > 0
    ? `Fields of raw_user_meta_data are not taken: ${names.join(', ').slice(0, 200)}.`
    : undefined;
}
