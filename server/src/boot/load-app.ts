import { fileURLToPath } from 'node:url';
import { type AppMailer, type AppServer, type AppWork, appFaults, noApp } from '../app/index.ts';
import { type Config, isAppWanted, type Reading } from '../config/config.ts';
import type { Entitlements, SubscriptionHooks } from '../modules/subscriptions/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { DueWork } from '../platform/jobs/due-work.ts';
import type { JobLog } from '../platform/jobs/job-log.ts';
import type { Task } from '../platform/jobs/jobs.ts';
import type { Database } from '../platform/transaction.ts';

/** Not a literal in the import: TypeScript builds the project of the product after ours. */
const appName: string = '@hearth/app/server';

const folder = new URL('../../../app/', import.meta.url);

/** Loads the product on Hearth, and says how the configuration is read for it; with HEARTH_APP=off, Hearth is alone. */
export async function loadApp(): Promise<Pick<Reading, 'app'> & { readonly appServer: AppServer }> {
  if (!isAppWanted()) {
    return { appServer: noApp };
  }
  const { server: appServer }: { readonly server: AppServer } = await import(appName);
  return { appServer, app: toReading(appServer, fileURLToPath(folder)) };
}

type AppReading = NonNullable<Reading['app']>;

export function toReading(appServer: AppServer, place: string): AppReading {
  const { contract, environment, csp } = appServer;
  return {
    contract,
    environment,
    csp,
    config: `${place}config`,
    migrations: `${place}server/migrations`,
    faults: appFaults(appServer),
  };
}

type AppHooks = Omit<SubscriptionHooks, 'onOwnershipTransferred' | 'onCanceled' | 'listCharged'>;

/** The product's hooks, called in the transaction of each change. */
export function toSubscriptionHooks({ hooks }: AppServer, entitlements: Entitlements): AppHooks {
  return {
    async beforePlanChange(db, change) {
      const { subscription, planId } = change;
      const limits = entitlements.limitsOf({ status: subscription.status, planId });
      await hooks.beforePlanChange?.(db, { ...change, limits });
    },
    onPlanChanged: async (tx, change) => await hooks.onPlanChanged?.(tx, change),
    onStatusChanged: async (tx, change) => await hooks.onStatusChanged?.(tx, change),
    onMemberAdded: async (tx, member) => await hooks.onMemberAdded?.(tx, member),
    onMemberRemoved: async (tx, member) => await hooks.onMemberRemoved?.(tx, member),
    countUsed: async (db, subscriptionId) => await hooks.countUsed?.(db, subscriptionId),
  };
}

interface WorkParts {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: AppMailer;
  readonly log: JobLog;
}

/** Jobs and due work of the product. */
export function toAppWork(
  { jobs, due }: AppServer,
  { config, db, clock, mailer, log }: WorkParts,
): {
  readonly work: AppWork;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly due: readonly DueWork[];
} {
  const work: AppWork = { db, clock, mailer, log, environment: config.app.environment };
  const tasks = Object.entries(jobs).map(([name, run]): [string, Task] => [
    name,
    (payload) => run(payload as never, work),
  ]);
  return { work, tasks: Object.fromEntries(tasks), due: due.map((run) => (at) => run(at, work)) };
}
