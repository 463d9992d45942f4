import { longestName } from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { findEmail } from '../email.ts';
import type { ConfirmedIdentity } from './provider.ts';

/** What a provider says of a person, before anybody believed it. */
export interface Claims {
  readonly subject: unknown;
  readonly email?: unknown;
  readonly emailVerified?: boolean;
  /** Whether the provider runs the mailboxes of a domain. */
  readonly runsMailboxesOf?: (domain: string) => boolean;
  readonly displayName?: unknown;
  readonly photoUrl?: unknown;
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
    displayName: textOf(claims.displayName).trim().slice(0, longestName).trim(),
    photoUrl: toPhotoUrl(textOf(claims.photoUrl)),
  };
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
