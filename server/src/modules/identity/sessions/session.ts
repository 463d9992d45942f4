import type { HearthConfig, Language } from '@hearth/contract';
import { randomId, randomSecret } from '../../../platform/ids.ts';

/** One sign-in on one device. */
export interface Session {
  readonly id: string;
  readonly accountId: string;
  /** Whether it is a cookie session for life, whose refresh token is never in a body. */
  readonly cookie: boolean;
  /** `password`, `emailLink` or a social provider. */
  readonly provider: string;
  /** Second factor that was shown; null if the account had none. */
  readonly secondFactor: string | null;
  readonly signedInAt: Date;
  /** Sign-in or sign-up that it goes back to, through renewals. */
  readonly begunAt: Date;
  readonly lastSeenAt: Date;
  /** Absolute end. */
  readonly expiresAt: Date;
}

/** Provider of sessions that a mailed link or code has opened. */
export const emailLinkProvider = 'emailLink';

/** Client of the request, as far as the connection shows it. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  /** Marks of earlier sign-ins that the browser keeps. */
  readonly deviceMarks?: readonly string[];
  /** Name and secret of the cookie that marks this browser's hosted sign-ins under way. */
  readonly browserSecret?: string | undefined;
  /** Language that the request asks for, if it is one of ours. */
  readonly language?: Language | undefined;
  /** Key of the request, which a repeated request has too. */
  readonly idempotencyKey?: string | undefined;
  /** The request asks for a cookie session. */
  readonly cookieSession: boolean;
  /** Refresh token of the cookie session whose place a new one takes. */
  readonly replacedRefreshToken?: string | undefined;
}

const dayMs = 86_400_000;
const seenEveryMs = 5 * 60_000;

type Limits = HearthConfig['sessions'];

interface Opening {
  readonly accountId: string;
  readonly provider: string;
  readonly secondFactor: string | null;
  readonly client: Client;
  readonly at: Date;
  readonly begunAt: Date;
  readonly limits: Limits;
}

/** A fresh session and the refresh token that only the client keeps. */
export function newSession(opening: Opening): { session: Session; refreshToken: string } {
  const { accountId, provider, secondFactor, client, at, begunAt, limits } = opening;
  const session = {
    id: randomId(28),
    accountId,
    cookie: client.cookieSession,
    provider,
    secondFactor,
    signedInAt: at,
    begunAt,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + limits.absoluteDays * dayMs),
  };
  return { session, refreshToken: randomSecret() };
}

type Life = Pick<Session, 'lastSeenAt' | 'expiresAt'>;

export function isSessionOver(session: Life, now: Date, limits: Limits): boolean {
  const idleEnd = session.lastSeenAt.getTime() + limits.idleDays * dayMs;
  return now >= session.expiresAt || now.getTime() >= idleEnd;
}

/** `last seen` is written at most every 5 minutes. */
export function isLastSeenDue(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= seenEveryMs;
}
