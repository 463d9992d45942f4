import * as contract from '@hearth/contract';
import type { Database } from '../../../platform/transaction.ts';
import { read, type Services } from '../operation.ts';
import { isSessionOver } from '../sessions/session.ts';
import { listSessionRecords, type SessionRecord } from '../sessions/session-store.ts';

/** One's own active sessions: this one first, then by last use. */
export const listSessions = read(contract.listSessions, async (_input, context) => {
  const { caller } = context;
  const sessions = await listActiveSessions(
    { uid: caller.uid, currentId: caller.sessionId },
    context,
  );
  return { sessions: sessions.sort((one, other) => Number(other.current) - Number(one.current)) };
});

interface SessionsOf {
  readonly uid: string;
  /** Session of the request; undefined if it is not the person's. */
  readonly currentId?: string;
}

type Listing = Pick<Services, 'clock' | 'settings'> & { readonly db: Database };

/** Active sessions of the person by last use, newest first. */
export async function listActiveSessions(
  { uid, currentId }: SessionsOf,
  { db, clock, settings }: Listing,
): Promise<contract.Session[]> {
  const at = clock.now();
  const records = await listSessionRecords(db, { accountId: uid, at });
  return records
    .filter((record) => !isSessionOver(record, at, settings.sessions))
    .map((record) => toDocument(record, currentId));
}

function toDocument(record: SessionRecord, currentId: string | undefined): contract.Session {
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
