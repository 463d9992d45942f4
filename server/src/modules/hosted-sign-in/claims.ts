import type { HearthConfig } from '@hearth/contract';
import type { AccountClaims } from 'oidc-provider';
import type { Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Database } from '../../platform/transaction.ts';
import {
  type Caller,
  type CallerClaims,
  findCallerWithAccount,
  isLastSeenDue,
  isPasskeyId,
  type OwnAccount,
  recordLastSeen,
  toCaller,
} from '../identity/index.ts';
import { needsSecondFactor } from '../subscriptions/index.ts';
import { listStandings, type MemberStanding } from './standing-store.ts';

/** Scopes that a sign-in client may ask for, and the claims that each gives. */
export const claimsOfScopes: Record<string, string[]> = {
  openid: ['sub', 'auth_time', 'sid', 'amr', 'acr'],
  email: ['email', 'email_verified'],
  profile: ['name', 'picture'],
  standing: ['subscriptions'],
};

export const signInScopes = Object.keys(claimsOfScopes).join(' ');

export interface ClaimServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: HearthConfig;
}

/** A person with a session of Hearth that is open at this moment. */
export interface SignedIn extends OwnAccount {
  readonly caller: Caller;
}

/** Undefined if the session is over, or the account disabled or gone. */
export async function findSignedIn(
  claims: CallerClaims,
  { db, clock, settings }: ClaimServices,
): Promise<SignedIn | undefined> {
  const { callerRow, own } = await findCallerWithAccount(db, claims);
  try {
    const caller = toCaller({ row: callerRow, now: clock.now(), limits: settings.sessions });
    return own && { ...own, caller };
  } catch (error) {
    if (error instanceof Refusal) {
      return undefined;
    }
    throw error;
  }
}

/** A front end that refreshes its tokens uses the session, which would end unused otherwise. */
export async function noteUse({ caller }: SignedIn, { db, clock }: ClaimServices): Promise<void> {
  const at = clock.now();
  if (isLastSeenDue(caller.lastSeenAt, at)) {
    await recordLastSeen(db, caller.sessionId, at);
  }
}

/** All claims about the person that the scopes allow. */
export async function readClaims(
  { account, caller }: SignedIn,
  scopes: ReadonlySet<string>,
  { db, settings }: ClaimServices,
): Promise<AccountClaims> {
  return {
    sub: account.id,
    auth_time: Math.floor(caller.signedInAt.getTime() / 1000),
    sid: caller.sessionId,
    ...(scopes.has('email') && { email: account.email, email_verified: account.emailVerified }),
    ...(scopes.has('profile') && {
      ...(account.displayName && { name: account.displayName }),
      ...(account.avatarUrl && { picture: account.avatarUrl }),
    }),
    ...(scopes.has('standing') && {
      subscriptions: (await listStandings(db, account.id))
        .filter((one) => caller.secondFactor !== null || !needsSecondFactor(one, settings))
        .map((one) => toClaim(one, settings)),
    }),
  };
}

const multiFactor = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/** How the person signed in, by the names of RFC 8176; a sign-in at another provider has none there. */
export function toFactors({ provider, secondFactor }: Caller) {
  const hasTwo = secondFactor !== null;
  const amr = [
    ...(provider === 'password' ? ['pwd'] : []),
    ...(hasTwo ? [isPasskeyId(secondFactor) ? 'pop' : 'otp', 'mfa'] : []),
  ];
  return { ...(amr.length > 0 && { amr }), ...(hasTwo && { acr: multiFactor }) };
}

/** Same rights as in the server API's `standing`: the owner acts by every permission. */
function toClaim(
  { id, status, planId, held, isOwner }: MemberStanding,
  { permissions }: HearthConfig,
) {
  const keys = permissions.map(({ key }) => key);
  return {
    id,
    status,
    plan_id: planId,
    permissions: keys.filter((key) => isOwner || held.includes(key)),
    is_owner: isOwner,
  };
}
