import * as contract from '@hearth/contract';
import { read } from '../operation.ts';
import { findSessionEnd } from '../sessions/ended-session-store.ts';

/** Says why the session of a refresh token has ended; only who holds the token can ask. */
export const getSessionEnd = read(contract.getSessionEnd, async ({ refreshToken }, { db }) => {
  const end = refreshToken ? await findSessionEnd(db, refreshToken) : undefined;
  return {
    kind: 'hearth#GetSessionEndResponse' as const,
    reason: end?.reason ?? null,
    ended_at: end?.endedAt.toISOString() ?? null,
  };
});
