import type { HearthConfig } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Account } from '../accounts/account.ts';
import type { IdentityLink } from '../accounts/identity-link.ts';
import type { TokenClaims } from './id-token.ts';
import { isSessionOver } from './session.ts';

/** The signed-in person behind a request, read from the database with each request. */
export interface Caller {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly sessionId: string;
  /** A cookie session for life. */
  readonly cookieSession: boolean;
  /** How the person signed in: `password` or a provider id. */
  readonly provider: string;
  /** Second factor that this session has shown; null if the account had none. */
  readonly secondFactor: string | null;
  /** When the person last proved who they are. */
  readonly signedInAt: Date;
  /** Sign-in or sign-up that the session goes back to, through renewals. */
  readonly begunAt: Date;
  readonly lastSeenAt: Date;
  /** uid of the operator who sees the product as this person does: nothing may be written. */
  readonly seenBy?: string;
}

/** The caller's whole account, for the few calls that answer it. */
export interface OwnAccount {
  readonly account: Account;
  /** Ways to sign in at other providers, oldest first. */
  readonly links: readonly IdentityLink[];
}

/** Account and session behind a token; the session's columns are null once it has ended. */
export interface CallerRow {
  uid: string;
  email: string;
  email_verified: boolean;
  disabled_at: Date | null;
  session_id: string | null;
  cookie: boolean | null;
  provider: string | null;
  second_factor: string | null;
  signed_in_at: Date | null;
  begun_at: Date | null;
  last_seen_at: Date | null;
  expires_at: Date | null;
}

/** The caller, unless the account is gone or disabled or the session is over. */
export function toCaller({
  row,
  now,
  limits,
}: {
  readonly row: CallerRow | undefined;
  readonly now: Date;
  readonly limits: HearthConfig['sessions'];
}): Caller {
  refuseUnless(row, 'auth/account-deleted');
  refuseIf(row.disabled_at !== null, 'auth/user-disabled');
  const { session_id, signed_in_at, last_seen_at, expires_at } = row;
  refuseUnless(session_id && signed_in_at && last_seen_at && expires_at, 'auth/token-expired');
  refuseIf(
    isSessionOver({ lastSeenAt: last_seen_at, expiresAt: expires_at }, now, limits),
    'auth/token-expired',
  );
  return {
    uid: row.uid,
    email: row.email,
    emailVerified: row.email_verified,
    sessionId: session_id,
    cookieSession: row.cookie === true,
    provider: row.provider ?? 'password',
    secondFactor: row.second_factor,
    signedInAt: signed_in_at,
    begunAt: row.begun_at ?? signed_in_at,
    lastSeenAt: last_seen_at,
  };
}

/** The person as an operator sees them. Nothing counts as a recent sign-in, and nothing is due to be recorded. */
export function toSeenCaller(
  row: CallerRow | undefined,
  {
    claims: { sessionId },
    view,
    now,
  }: { readonly claims: CallerClaims; readonly view: PersonView; readonly now: Date },
): Caller {
  refuseUnless(row && row.disabled_at === null, 'view/ended');
  return {
    uid: row.uid,
    email: row.email,
    emailVerified: row.email_verified,
    sessionId,
    cookieSession: false,
    provider: 'password',
    secondFactor: view.hasSecondFactor ? 'view' : null,
    signedInAt: new Date(0),
    begunAt: new Date(0),
    lastSeenAt: now,
    seenBy: view.operatorId,
  };
}

export interface CallerClaims extends Pick<TokenClaims, 'uid' | 'sessionId'> {
  /** Set for an operator who sees the product as the person does; no session has the id then. */
  readonly view?: PersonView;
}

/** An operator's view of the product as the person sees it. */
export interface PersonView {
  readonly operatorId: string;
  /** Whether the person has a second factor; it counts as shown. */
  readonly hasSecondFactor: boolean;
}
