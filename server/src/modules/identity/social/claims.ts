import { findEmail, isBlank, longestName, toLine } from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { ConfirmedIdentity } from './provider.ts';

/** Claims of a provider about a person, not checked yet. */
export interface Claims {
  readonly subject: unknown;
  readonly email?: unknown;
  readonly emailVerified?: boolean;
  /** Whether the provider runs the mailboxes of a domain. */
  readonly runsMailboxesOf?: (domain: string) => boolean;
  readonly displayName?: unknown;
  readonly photoUrl?: unknown;
  /** Everything else that the provider says of the person. */
  readonly profile?: Readonly<Record<string, unknown>>;
}

const longestSubject = 255;
const longestUrl = 2048;

/** The claims in our shape; what is not fit to keep is left out, and without a subject there is nobody. */
export function toIdentity(provider: string, claims: Claims): ConfirmedIdentity {
  const subject = textOf(claims.subject);
  refuseUnless(subject && subject.length <= longestSubject, 'auth/invalid-provider-answer');
  // A provider may allow addresses that we do not; the person is asked for another one.
  const email = findEmail(textOf(claims.email));
  const emailVerified = email !== undefined && claims.emailVerified === true;
  const [, domain = ''] = email?.split('@') ?? [];
  return {
    provider,
    subject,
    email: email ?? null,
    emailVerified,
    emailAuthoritative: emailVerified && claims.runsMailboxesOf?.(domain) === true,
    displayName: toDisplayName(textOf(claims.displayName)),
    photoUrl: toPhotoUrl(textOf(claims.photoUrl)),
    profile: toProfile(claims.profile ?? {}),
  };
}

/** A name that the person could not have given themselves is left out. */
function toDisplayName(claimed: string): string {
  const name = toLine(claimed).slice(0, longestName).trim();
  return isBlank(name) ? '' : name;
}

/** Claims that are about the token, not about the person. */
const aboutTokens: ReadonlySet<string> = new Set([
  'iss',
  'aud',
  'azp',
  'iat',
  'nbf',
  'exp',
  'jti',
  'nonce',
  'at_hash',
  'c_hash',
  'auth_time',
]);

/** Short single values; apps of Google's SDK read them as the person's profile at the provider. */
function toProfile(said: Readonly<Record<string, unknown>>): Record<string, Scalar> {
  return Object.fromEntries(
    Object.entries(said).filter(
      (entry): entry is [string, Scalar] => !aboutTokens.has(entry[0]) && isScalar(entry[1]),
    ),
  );
}

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string'
    ? value.length <= longestUrl
    : ['number', 'boolean'].includes(typeof value);
}

/** Numbers are ids at some providers; control characters are never meant. */
function textOf(claim: unknown): string {
  const text = typeof claim === 'number' ? String(claim) : claim;
  return typeof text === 'string' ? text.replace(/\p{Cc}/gu, '') : '';
}

function toPhotoUrl(written: string): string {
  const isUrl = written.length <= longestUrl && URL.canParse(written);
  return isUrl && /^https?:$/.test(new URL(written).protocol) ? written : '';
}
