import { socialProviderIds } from '@hearth/contract';
import { acceptHash } from './accept-hash.ts';
import type { SourceAccount, SourceLink } from './source-account.ts';
import { toBoolean, toFields, toText, toTime } from './written-values.ts';

/** Fields as a source writes them; those that it does not have are left away. */
export interface WrittenAccount {
  readonly uid?: unknown;
  readonly email?: unknown;
  readonly emailVerified?: unknown;
  readonly displayName?: unknown;
  readonly photoUrl?: unknown;
  readonly disabled?: unknown;
  readonly createdAt?: unknown;
  readonly lastSignedInAt?: unknown;
  /** In PHC form already, if the source writes another one. */
  readonly passwordHash?: unknown;
  readonly passwordChangedAt?: unknown;
  readonly links?: readonly WrittenLink[];
  readonly claims?: unknown;
  /** Sentences; empty ones are skipped. */
  readonly leftOut?: readonly (string | false | undefined)[];
}

export interface WrittenLink {
  /** Firebase's id, or the source's own name of a provider that is unknown here. */
  readonly provider: unknown;
  readonly subject: unknown;
  readonly email?: unknown;
  readonly displayName?: unknown;
  readonly photoUrl?: unknown;
}

/** Normalizes the fields of each source in the same way, and says what cannot be taken. */
export function buildAccount(written: WrittenAccount): SourceAccount {
  const leftOut = (written.leftOut ?? []).filter((sentence) => typeof sentence === 'string');
  const leave = (sentence: string) => {
    leftOut.push(sentence);
    return null;
  };
  const time = (name: string, value: unknown) => {
    const read = toTime(value);
    return read === undefined
      ? leave(`The time of ${name} is not taken: it cannot be read.`)
      : read;
  };
  const hash = acceptHash(toText(written.passwordHash));
  if ('leftOut' in hash && hash.leftOut !== undefined) {
    leave(hash.leftOut);
  }
  return {
    uid: takeUid(written.uid, leave),
    email: toText(written.email) || null,
    emailVerified: takeVerified(written, leave),
    displayName: toText(written.displayName),
    photoUrl: toText(written.photoUrl),
    disabled: takeDisabled(written.disabled, leave),
    createdAt: time('the sign-up', written.createdAt),
    lastSignedInAt: time('the last sign-in', written.lastSignedInAt),
    passwordHash: hash.passwordHash,
    passwordChangedAt: time('the last password change', written.passwordChangedAt),
    links: takeLinks(written.links ?? [], leave),
    claims: takeClaims(written.claims, leave),
    leftOut,
  };
}

type Leave = (sentence: string) => null;

const uidForm = /^[\x20-\x7e]{1,128}$/;

function takeUid(value: unknown, leave: Leave): string | null {
  const uid = toText(value);
  if (uid === '') {
    return null;
  }
  return uidForm.test(uid)
    ? uid
    : leave('The id is not kept: an id here has 1 to 128 printable ASCII characters.');
}

function takeVerified({ email, emailVerified }: WrittenAccount, leave: Leave): boolean {
  const verified = toBoolean(emailVerified);
  if (verified === undefined) {
    leave('Whether the address is verified cannot be read: it counts as not verified.');
  }
  return verified === true && toText(email) !== '';
}

function takeDisabled(value: unknown, leave: Leave): boolean {
  const disabled = toBoolean(value);
  if (disabled === undefined) {
    leave('Whether the account is disabled cannot be read: it counts as disabled.');
  }
  return disabled ?? true;
}

const providers: ReadonlySet<string> = new Set(Object.values(socialProviderIds));

function takeLinks(written: readonly WrittenLink[], leave: Leave): readonly SourceLink[] {
  return written.flatMap((link) => {
    const provider = toText(link.provider);
    const subject = toText(link.subject);
    if (!providers.has(provider)) {
      leave(`The sign-in with ${provider || 'a provider without a name'} is not taken.`);
      return [];
    }
    if (subject === '') {
      leave(`The sign-in with ${provider} is not taken: it has no id of the person there.`);
      return [];
    }
    const email = toText(link.email) || null;
    const displayName = toText(link.displayName);
    return [{ provider, subject, email, displayName, photoUrl: toText(link.photoUrl) }];
  });
}

function takeClaims(value: unknown, leave: Leave): SourceAccount['claims'] {
  const claims = toFields(value);
  if (claims === undefined) {
    return leave('The custom claims are not taken: they are no JSON object.');
  }
  return claims && Object.keys(claims).length > 0 ? claims : null;
}
