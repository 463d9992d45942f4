import * as contract from '@hearth/contract';
import { recordAudit } from '../../audit/index.ts';
import { change } from '../operation.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { removeSessions } from '../sessions/session-store.ts';

/** Ends all of one's own sessions but this one. */
export const endOtherSessions = change(contract.endOtherSessions, async (_input, context) => {
  const { tx, caller, clock, client } = context;
  requireRecentSignIn(caller, clock.now());

  const ended = await removeSessions(tx, {
    accountId: caller.uid,
    exceptId: caller.sessionId,
    reason: 'ended-elsewhere',
    endedAt: clock.now(),
  });
  if (ended > 0) {
    await recordAudit(tx, {
      action: 'session.others-ended',
      actorId: caller.uid,
      subjectId: caller.uid,
      at: clock.now(),
      origin: client,
    });
  }
  return { ended };
});
