import * as contract from '@hearth/contract';
import { Refusal, refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { type IdentityServices, saga } from '../operation.ts';
import { findSessionByRefreshToken, removeSession } from '../sessions/session-store.ts';

/** Ends the session behind a refresh token or an ID token; one that has ended already is fine. */
export const signOut = saga(contract.signOut, async (input, context) => {
  const session = await findSession(input, context);

  await context.transaction(async (tx) => {
    if (session && (await removeSession(tx, session))) {
      await recordAudit(tx, {
        action: 'session.ended',
        actorId: session.accountId,
        subjectId: session.id,
        at: context.clock.now(),
        origin: context.client,
      });
    }
  });
  return { kind: 'hearth#SignOutResponse' as const };
});

type Input = contract.InputOf<typeof contract.signOut>;

/** Finds the session by the ID token, or by the refresh token if that is missing or expired. */
async function findSession(
  { idToken, refreshToken }: Input,
  { db, idTokens, client }: IdentityServices & { readonly db: Database },
) {
  const claims = idToken === undefined ? undefined : await findClaims(idToken, idTokens);
  if (claims) {
    return { id: claims.sessionId, accountId: claims.uid };
  }
  refuseUnless(idToken !== undefined || refreshToken !== undefined, 'auth/missing-id-token');
  const session = refreshToken && (await findSessionByRefreshToken(db, refreshToken));
  return session && session.cookie === client.cookieSession ? session : undefined;
}

/** Undefined for a token that was ours and is too old. */
async function findClaims(idToken: string, idTokens: IdentityServices['idTokens']) {
  try {
    return await idTokens.verify(idToken);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'auth/token-expired') {
      return undefined;
    }
    throw error;
  }
}
