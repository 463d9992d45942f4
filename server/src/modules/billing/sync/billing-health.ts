import type { JobLog } from '../../../platform/jobs/job-log.ts';
import type { Database } from '../../../platform/transaction.ts';
import { type Backlog, countBacklog } from '../records/health-store.ts';

export interface BillingHealth {
  /** Adds differences that the reconciler found to the next line. */
  countDrift(found: number): void;
  /** Number of differences since the start of this process. */
  readDrift(): number;
  /** Logs the waiting work, unless there is none. */
  log(at: Date): Promise<void>;
}

export const stuckIntentSeconds = 10 * 60;
export const stuckEventSeconds = 60 * 60;

/** Watches waiting work on money. It is logged while there is some, and once more when there is none. */
export function createBillingHealth(
  db: Database,
  log: Pick<JobLog, 'info' | 'warn'>,
  {
    accountFault,
    keyFault,
  }: Readonly<Record<'accountFault' | 'keyFault', () => string | undefined>>,
): BillingHealth {
  let drift = 0;
  let loggedDrift = 0;
  let wasQuiet = true;
  return {
    countDrift(found) {
      drift += found;
    },
    readDrift: () => drift,
    async log(at) {
      const health = toHealth(await countBacklog(db), at);
      const wrongAccount = accountFault() === undefined ? 0 : 1;
      const keyRefused = keyFault() === undefined ? 0 : 1;
      const isOff = wrongAccount + keyRefused > 0;
      const line = { ...health, drift: drift - loggedDrift, wrongAccount, keyRefused };
      loggedDrift = drift;
      const isQuiet = Object.values(line).every((value) => value === 0);
      if (!(isQuiet && wasQuiet)) {
        log[isOff || isStuck(health) ? 'warn' : 'info'](line, 'billing backlog reported');
      }
      wasQuiet = isQuiet;
    },
  };
}

type Health = ReturnType<typeof toHealth>;

function toHealth(backlog: Backlog, at: Date) {
  const { openIntents, oldestOpenAt, waitingEvents, oldestEventAt, waitingProjections } = backlog;
  return {
    openIntents,
    oldestOpenSeconds: toAgeSeconds(oldestOpenAt, at),
    waitingEvents,
    oldestEventSeconds: toAgeSeconds(oldestEventAt, at),
    waitingProjections,
  };
}

function toAgeSeconds(since: Date | null, at: Date): number {
  return since ? Math.max(0, Math.floor((at.getTime() - since.getTime()) / 1000)) : 0;
}

function isStuck({ oldestOpenSeconds, oldestEventSeconds }: Health): boolean {
  return oldestOpenSeconds > stuckIntentSeconds || oldestEventSeconds > stuckEventSeconds;
}
