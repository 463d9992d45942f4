import type { JobLog } from '../../platform/jobs/job-log.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import type { Task } from '../../platform/jobs/jobs.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { replaceLostCard } from './changes/replace-lost-card.ts';
import { removeOldDeclined } from './changes/shared/customer.ts';
import { removeUnused } from './changes/shared/link-customer.ts';
import { finishOpenIntents } from './intents/finish-open-intents.ts';
import type { ChangeContext, PayingChangeContext } from './intents/kind.ts';
import { syncPayerEmail } from './intents/payer-email.ts';
import { inBackground } from './port/background-work.ts';
import type { PayingContext } from './port/billing-services.ts';
import { projectAgain } from './projection/project-billing.ts';
import { createRemindOwners } from './projection/remind-owners.ts';
import type { Sandbox } from './providers/stripe/open-sandbox.ts';
import type { BillingTasks } from './records/billing-job-store.ts';
import { type BillingHealth, createBillingHealth } from './sync/billing-health.ts';
import { followEvents, pullEvents } from './sync/provider-events.ts';
import { reconcileBilling } from './sync/reconcile-billing.ts';

/** Client of jobs, which act for no person. */
export const jobClient = { address: '', userAgent: '', cookieSession: false } as const;

/** Background work of billing. */
export interface BillingJobs {
  /** Does due work: the sandbox's renewals, open intents, events that no message brought. */
  runDue(at: Date): Promise<void>;
  /** Stores new events of the provider. */
  takeEvents(): Promise<void>;
  /** Logs the amount of waiting work; asks the database only. */
  logHealth(at: Date): Promise<void>;
  /** Number of differences from the provider that this process has found and logged. */
  readDrift(): number;
  /** Background work by the name of its task. */
  tasks(log: JobLog): TasksByUrgency;
}

interface TasksByUrgency {
  /** Tasks that people wait for: their changes and the provider's events about them. */
  readonly awaited: Readonly<Record<string, Task>>;
  /** Tasks that nobody waits for. */
  readonly lowPriority: Readonly<Record<string, Task>>;
}

/** Creates the background work of billing, which does nothing where no provider is set up. */
export function createBillingJobs(
  context: ChangeContext & {
    readonly log: JobLog;
    /** Why payments are off; undefined while they are on. */
    readonly accountFault: () => string | undefined;
    /** Why the provider refuses the key; undefined while it takes it. */
    readonly keyFault: () => string | undefined;
  },
  sandbox: Pick<Sandbox, 'settle'> | undefined,
): BillingJobs {
  const { db, payments } = context;
  const health = createBillingHealth(db, context.log, context);
  const paying = payments && { ...context, payments };
  const remindOwners = paying && createRemindOwners(paying);

  async function takeEvents(): Promise<void> {
    if (paying) {
      await pullEvents(paying);
    }
  }

  return {
    runDue: (at) =>
      inBackground(() =>
        runSteps([
          async () => await sandbox?.settle(),
          () => finishOpenIntents(context),
          takeEvents,
          async () => paying && (await removeOldDeclined(paying, at)),
          async () => await remindOwners?.(at),
          async () => paying && (await enqueueReconciling(paying)),
        ]),
      ),
    takeEvents,
    logHealth: (at) => health.log(at),
    readDrift: () => health.readDrift(),
    tasks: (log) => toTasks(context, { log, takeEvents, countDrift: health.countDrift }),
  };
}

type AwaitedTask = 'finish-intents' | 'follow-provider-events' | 'project-billing';
type Tasks = Readonly<Record<keyof BillingTasks, Task>>;

interface Reconciling {
  readonly log: JobLog;
  readonly takeEvents: () => Promise<void>;
  readonly countDrift: BillingHealth['countDrift'];
}

function toTasks(context: ChangeContext, reconciling: Reconciling): TasksByUrgency {
  const { payments } = context;
  const paying = payments && { ...context, payments };

  function task<Name extends keyof BillingTasks>(
    run: (payload: BillingTasks[Name], to: PayingChangeContext) => Promise<void>,
  ): Task {
    return async (payload) => {
      if (paying) {
        await inBackground(() => run(payload as BillingTasks[Name], paying));
      }
    };
  }

  const awaited: Pick<Tasks, AwaitedTask> = {
    // Each run takes other intents, so a slow one does not delay them.
    'finish-intents': () => inBackground(() => finishOpenIntents(context)),
    'follow-provider-events': oneAtATime(
      task<'follow-provider-events'>(({ customerId }, to) => followEvents(customerId, to)),
      JSON.stringify,
    ),
    'project-billing': oneAtATime(task<'project-billing'>(projectAgain), JSON.stringify),
  };
  const lowPriority: Omit<Tasks, AwaitedTask> = {
    'remove-customer': task<'remove-customer'>(async ({ customerId }, to) => {
      if ((await removeUnused(customerId, to)) === 'kept') {
        to.log.error({ customer: customerId }, 'unneeded customer kept');
      }
    }),
    'replace-card': task<'replace-card'>(({ subscriptionId }, to) =>
      replaceLostCard(subscriptionId, to),
    ),
    'tell-email': task<'tell-email'>(({ subscriptionId }, to) =>
      syncPayerEmail(subscriptionId, to),
    ),
    'reconcile-billing': task<'reconcile-billing'>((_, to) =>
      reconcileBilling({ ...to, ...reconciling }),
    ),
  };
  return { awaited, lowPriority };
}

/** Enqueues reconciling, which runs after faster jobs and in one process at a time. */
async function enqueueReconciling({ db, payments }: PayingContext): Promise<void> {
  // Throws with the keys of another account, with which nothing can be compared.
  await payments.readAccount();
  const task = 'reconcile-billing';
  await enqueue(db, task, {}, { queue: task, priority: 10, maxAttempts: 1 });
}

/** Runs the steps in order; a failing step does not stop those after it. */
async function runSteps(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `Work on money failed: ${errors.join('; ')}`);
  }
}
