import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Account } from './account.ts';
import { idTokenLifeSeconds } from './id-token.ts';
import type { IdentityServices } from './operation.ts';
import { newSession, type Session } from './session.ts';
import { insertSession } from './session-store.ts';

/** What a sign-in answers; a cookie session's refresh token is moved out of the body by the dialect. */
export interface OpenedSession {
  readonly idToken: string;
  readonly refreshToken: string;
  /** Seconds as a string. */
  readonly expiresIn: string;
}

interface SignIn {
  readonly account: Account;
  readonly provider: string;
}

/** Opens a session for a person who has just proved who they are. */
export async function openSession(
  tx: Transaction,
  { account, provider }: SignIn,
  { client, clock, settings, idTokens }: IdentityServices,
): Promise<OpenedSession> {
  const at = clock.now();
  const limits = settings.sessions;
  const { session, refreshToken } = newSession({
    accountId: account.id,
    provider,
    client,
    at,
    limits,
  });

  await insertSession(tx, { session, refreshToken, client });
  await recordAudit(tx, {
    action: 'session.opened',
    actorId: account.id,
    subjectId: session.id,
    at,
    origin: client,
  });
  return { ...(await issueTokens(account, session, idTokens)), refreshToken };
}

/** A new ID token of a living session. */
export async function issueTokens(
  account: Account,
  session: Session,
  idTokens: IdentityServices['idTokens'],
): Promise<{ idToken: string; expiresIn: string }> {
  return {
    idToken: await idTokens.issue(account, session),
    expiresIn: String(idTokenLifeSeconds),
  };
}
