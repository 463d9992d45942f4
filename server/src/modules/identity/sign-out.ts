import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Database } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { type IdentityServices, saga } from './operation.ts';
import { findSessionByRefreshToken, removeSession } from './session-store.ts';

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
type Context = IdentityServices & { readonly db: Database };

/** The refresh token names the session even when the ID token is too old to. */
async function findSession({ idToken, refreshToken }: Input, { db, idTokens, client }: Context) {
  if (refreshToken !== undefined) {
    const session = await findSessionByRefreshToken(db, refreshToken);
    return session?.cookie === client.cookieSession ? session : undefined;
  }
  refuseUnless(idToken, 'auth/missing-id-token');
  const { sessionId, uid } = await idTokens.verify(idToken);
  return { id: sessionId, accountId: uid };
}
