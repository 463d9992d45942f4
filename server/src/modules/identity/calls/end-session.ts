import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { recordAudit } from '../../audit/index.ts';
import { change } from '../operation.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { removeSession } from '../sessions/session-store.ts';

/** Ends one of one's own sessions; a foreign id and an unknown one get the same answer. */
export const endSession = change(contract.endSession, async ({ id }, context) => {
  const { tx, caller, clock, client } = context;
  // Signing out needs no recent sign-in, but a stolen token must not end the person's other sessions.
  if (id !== caller.sessionId) {
    requireRecentSignIn(caller, clock.now());
  }

  const ended = await removeSession(
    tx,
    { id, accountId: caller.uid },
    { reason: 'ended-elsewhere', endedAt: clock.now() },
  );
  refuseUnless(ended, 'access/denied');
  await recordAudit(tx, {
    action: 'session.ended',
    actorId: caller.uid,
    subjectId: id,
    at: clock.now(),
    origin: client,
  });
  return { ended: 1 as const };
});
