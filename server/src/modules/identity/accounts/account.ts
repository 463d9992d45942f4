import { isBlank, type Language, longestName, type Theme, type User } from '@hearth/contract';
import { refuseAccount, refuseIf, refuseUnless } from '../../../platform/refusal.ts';

/** A person who can sign in. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Empty until the person names themselves. */
  readonly displayName: string;
  /** http(s) address of a picture, or empty. */
  readonly avatarUrl: string;
  readonly language: Language | null;
  /** Whether the person hid the list of first steps. */
  readonly checklistHidden: boolean;
  readonly theme: Theme | null;
  /** PHC string; null without a password. */
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  /** Has signed in by a mailed link or code, so SDKs list it among the ways to sign in. */
  readonly emailLink: boolean;
  readonly disabledAt: Date | null;
  /** Second factors that a sign-in must show one of. */
  readonly factorCount: number;
  /** Custom claims: further fields of each ID token; null for none. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  readonly lastSignedInAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Refuses an account that an operator has disabled. */
export function requireEnabled({ id, disabledAt }: Account): void {
  if (disabledAt !== null) {
    refuseAccount('auth/user-disabled', id);
  }
}

/** Trimmed display name; refuses one that is too long or shows nothing. Empty is allowed. */
export function toDisplayName(written: string): string {
  const name = written.trim();
  const isUnseen = name !== '' && isBlank(name);
  refuseIf(isUnseen || name.length > longestName, 'auth/invalid-display-name');
  return name;
}

const longestAddress = 2048;

/** http(s) address of a picture; refuses any other. Empty is allowed. */
export function toAvatarUrl(written: string): string {
  refuseUnless(isAvatarUrl(written), 'auth/invalid-photo-url');
  return written;
}

export function isAvatarUrl(written: string): boolean {
  const isAddress = URL.canParse(written) && /^https?:$/.test(new URL(written).protocol);
  return written === '' || (isAddress && written.length <= longestAddress);
}

/** The address, if it is proven to be this person's; null otherwise. */
export function ownAddress({ email, emailVerified }: Account): string | null {
  return emailVerified ? email : null;
}

export function toUser(account: Account): User {
  return {
    uid: account.id,
    email: account.email,
    email_verified: account.emailVerified,
    display_name: account.displayName,
    avatar_url: account.avatarUrl,
    language: account.language,
    checklist_hidden: account.checklistHidden,
    theme: account.theme,
    create_time: account.createdAt.toISOString(),
    last_updated: account.updatedAt.toISOString(),
  };
}
