import * as contract from '@hearth/contract';
import { readBackupAgeSeconds } from '../../../platform/backup/kept-backups.ts';
import { readQueueFacts } from '../../../platform/jobs/queue-facts.ts';
import { countBacklog } from '../../billing/index.ts';
import { readOutbox } from '../../mail/index.ts';
import { readWebhookFacts } from '../../server-api/index.ts';
import { listWaitingActs } from '../acts/act-store.ts';
import { read } from '../operation.ts';

/** Counts the work that waits. */
export const getOperatorNow = read(contract.getOperatorNow, async (_input, { db, clock }) => {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const emails = await readOutbox(db);
  const money = await countBacklog(db);
  const { overdue, overdueMs } = await readQueueFacts(db);
  const { failing, full, off, waiting } = await readWebhookFacts(db);
  const backupAge = await readBackupAgeSeconds(db, now);
  return {
    emails: toWaiting(emails.waiting, emails.oldestAt),
    emails_given_up: emails.givenUp,
    changes: toWaiting(money.openIntents, money.oldestOpenAt),
    events: toWaiting(money.waitingEvents, money.oldestEventAt),
    overdue_jobs: toWaiting(overdue, before(overdueMs)),
    failing_endpoints: failing + full + off,
    waiting_deliveries: waiting,
    backup_at: backupAge === undefined ? null : before(1_000 * backupAge).toISOString(),
    acts: await listWaitingActs(db),
  };
});

function toWaiting(count: number, since: Date | null) {
  return { count, since: count > 0 && since ? since.toISOString() : null };
}
