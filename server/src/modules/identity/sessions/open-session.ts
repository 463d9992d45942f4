import type { Bucket } from '../../../platform/rate-limits.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import type { LinkName } from '../accounts/identity-link.ts';
import type { IdentityServices } from '../operation.ts';
import { idTokenLifeSeconds } from './id-token.ts';
import { toDeviceMarks } from './known-device.ts';
import { newSession, type Session } from './session.ts';
import { insertSession } from './session-store.ts';

/** Answer to a sign-in. For cookie sessions the dialect moves the refresh token out of the body. */
export interface OpenedSession {
  readonly idToken: string;
  readonly refreshToken: string;
  /** Seconds as a string. */
  readonly expiresIn: string;
  /** Mark of a cookie session's browser, which moves with its refresh token. */
  readonly deviceMark?: string;
}

export interface SignIn {
  readonly account: Account;
  readonly provider: string;
  /** Second factor that was shown. */
  readonly secondFactor?: string | null;
  /** Time of the sign-in, now by default. A new account signs in at the time of its creation, as clients compare the two. */
  readonly at?: Date;
  /** Sign-in or sign-up that the session goes back to; this one by default. */
  readonly begunAt?: Date;
  /** Attempts that the sign-in took, to be given back. */
  readonly attempts?: readonly Bucket[];
}

/** Opens a session for a person who has just proved who they are; one statement, so all or nothing. */
export async function openSession(
  db: Database,
  { account, provider, secondFactor = null, attempts = [], ...signIn }: SignIn,
  { client, clock, settings, idTokens, limits: rates }: IdentityServices,
): Promise<OpenedSession> {
  const { at = clock.now(), begunAt = at } = signIn;
  const limits = settings.sessions;
  const accountId = account.id;
  const { session, refreshToken } = newSession({
    accountId,
    provider,
    secondFactor,
    client,
    at,
    begunAt,
    limits,
  });

  const event = {
    action: 'session.opened',
    actorId: accountId,
    subjectId: session.id,
    at,
    origin: client,
  } as const;
  const extraParts = attempts.length > 0 ? rates.giveBackParts(attempts) : undefined;
  const { passwordHash } = account;
  const devices = toDeviceMarks(client);
  const opened = { session, passwordHash, refreshToken, client, event, extraParts, devices };
  const { links, deviceMark } = await insertSession(db, opened);
  const tokens = await issueTokens({ account, session, links }, idTokens);
  return { ...tokens, refreshToken, ...(deviceMark && { deviceMark }) };
}

/** New ID token of an active session. */
export async function issueTokens(
  {
    account,
    session,
    links,
  }: { readonly account: Account; readonly session: Session; readonly links: readonly LinkName[] },
  idTokens: IdentityServices['idTokens'],
): Promise<{ idToken: string; expiresIn: string }> {
  return {
    idToken: await idTokens.issue(account, session, links),
    expiresIn: String(idTokenLifeSeconds),
  };
}
