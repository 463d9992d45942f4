import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { removeOpeningCodes } from './codes/action-code-store.ts';
import { voidEmailSignIns } from './codes/email-sign-in-store.ts';
import { removeAllSessions } from './sessions/session-store.ts';
import { removeFlows } from './social/flow-store.ts';
import { removePendingIdentities } from './social/pending-identity-store.ts';

interface Ended {
  readonly sessions: number;
  readonly codes: number;
}

/**
 * Ends all sessions, codes and sign-ins under way in a database that was restored: any of them may
 * have been used or ended since the backup.
 */
export async function endAllSessionsAndCodes(tx: Transaction, at: Date): Promise<Ended> {
  const sessions = await removeAllSessions(tx, at);
  const codes = (await removeOpeningCodes(tx)) + (await voidEmailSignIns(tx, { at }));
  await removeFlows(tx);
  await removePendingIdentities(tx);

  const origin = { address: '', userAgent: 'operator command line' };
  const ids = { actorId: null, subjectId: 'everybody' };
  await recordAudit(tx, { action: 'backup.restored', ...ids, at, origin });
  return { sessions, codes };
}
