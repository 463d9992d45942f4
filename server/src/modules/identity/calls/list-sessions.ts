import * as contract from '@hearth/contract';
import { read } from '../operation.ts';
import { isSessionOver } from '../sessions/session.ts';
import { listSessionRecords, type SessionRecord } from '../sessions/session-store.ts';

/** One's own active sessions: this one first, then by last use. */
export const listSessions = read(contract.listSessions, async (_input, context) => {
  const { db, caller, clock, settings } = context;
  const at = clock.now();
  const records = await listSessionRecords(db, { accountId: caller.uid, at });
  const active = records.filter((record) => !isSessionOver(record, at, settings.sessions));
  const sessions = active.map((record) => toDocument(record, caller.sessionId));
  return { sessions: sessions.sort((one, other) => Number(other.current) - Number(one.current)) };
});

function toDocument(record: SessionRecord, currentId: string): contract.Session {
  return {
    id: record.id,
    current: record.id === currentId,
    user_agent: record.userAgent,
    address: record.address,
    provider: record.provider,
    signed_in_at: record.signedInAt.toISOString(),
    last_seen_at: record.lastSeenAt.toISOString(),
  };
}
