import type { JobLog } from '../../platform/job-log.ts';
import { enqueue } from '../../platform/job-store.ts';
import type { Task } from '../../platform/jobs.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { finishIntents } from './intents/carry-out.ts';
import { removeOldDeclined } from './intents/customer.ts';
import { tellEmail } from './intents/payer-email.ts';
import { removeUnused } from './intents/remove-unused.ts';
import { replaceLostCard } from './intents/replace-lost-card.ts';
import { inBackground } from './port/background-work.ts';
import type { PayingContext, PerformContext } from './port/billing-services.ts';
import { projectAgain } from './projection/project-billing.ts';
import type { SandboxProvider } from './providers/sandbox/index.ts';
import type { BillingTasks } from './records/job-store.ts';
import { keepEvent } from './records/provider-event-store.ts';
import { type BillingHealth, createBillingHealth } from './sync/billing-health.ts';
import { followEvents, pullEvents } from './sync/provider-events.ts';
import { reconcileBilling } from './sync/reconcile-billing.ts';

/** Jobs act for nobody in particular. */
export const nobodysClient = { address: '', userAgent: '', cookieSession: false } as const;

export interface MoneyWork {
  /** Does what is due by then: the sandbox's renewals, open intents, events that no message has brought. */
  runDue(at: Date): Promise<void>;
  /** Takes into the inbox what has happened at the provider. */
  takeEvents(): Promise<void>;
  /** Logs how much waits; asks the database only. */
  logHealth(at: Date): Promise<void>;
  /** Background work by the names under which it is asked for. */
  tasks(log: JobLog): MoneyTasks;
}

interface MoneyTasks {
  /** People wait for these: their changes, and what the provider has told of them. */
  readonly awaited: Readonly<Record<string, Task>>;
  readonly unhurried: Readonly<Record<string, Task>>;
}

const batch = 500;

/** The background work of billing; none where no provider is set up. */
export function createMoneyWork(
  context: PerformContext & {
    readonly log: JobLog;
    /** Why payments are off; undefined while they are on. */
    readonly accountFault: () => string | undefined;
  },
  sandbox: SandboxProvider | undefined,
): MoneyWork {
  const { db, payments } = context;
  const health = createBillingHealth(db, context.log, context.accountFault);
  const paying = payments && { ...context, payments };

  async function takeEvents(): Promise<void> {
    if (sandbox) {
      await deliverSandbox(sandbox, context);
    } else if (paying) {
      await pullEvents(paying);
    }
  }

  return {
    runDue: (at) =>
      inBackground(() =>
        takeEach([
          async () => await sandbox?.runDue(at),
          () => finishIntents(context),
          takeEvents,
          async () => paying && (await removeOldDeclined(paying, at)),
          async () => paying && (await askForReconciling(paying)),
        ]),
      ),
    takeEvents,
    logHealth: (at) => health.log(at),
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

function toTasks(context: PerformContext, reconciling: Reconciling): MoneyTasks {
  const { payments } = context;
  const paying = payments && { ...context, payments };

  function task<Name extends keyof BillingTasks>(
    run: (payload: BillingTasks[Name], to: PayingContext) => Promise<void>,
  ): Task {
    return async (payload) => {
      if (paying) {
        await inBackground(() => run(payload as BillingTasks[Name], paying));
      }
    };
  }

  const awaited: Pick<Tasks, AwaitedTask> = {
    // Each run takes other intents, so a slow one keeps no others waiting.
    'finish-intents': () => inBackground(() => finishIntents(context)),
    'follow-provider-events': oneAtATime(
      task<'follow-provider-events'>(({ customerId }, to) => followEvents(customerId, to)),
      JSON.stringify,
    ),
    'project-billing': oneAtATime(task<'project-billing'>(projectAgain), JSON.stringify),
  };
  const unhurried: Omit<Tasks, AwaitedTask> & Record<'find-customer', Task> = {
    // Asked for by version 0.1. A customer whom a crash has left behind is found by its event now.
    'find-customer': async () => undefined,
    'remove-customer': task<'remove-customer'>(async ({ customerId }, to) => {
      if ((await removeUnused(customerId, to)) === 'left') {
        to.log.error({ customer: customerId }, 'unneeded customer kept');
      }
    }),
    'replace-card': task<'replace-card'>(({ subscriptionId }, to) =>
      replaceLostCard(subscriptionId, to),
    ),
    'tell-email': task<'tell-email'>(({ subscriptionId }, to) => tellEmail(subscriptionId, to)),
    'reconcile-billing': task<'reconcile-billing'>((_, to) =>
      reconcileBilling({ ...to, ...reconciling }),
    ),
  };
  return { awaited, unhurried };
}

/** Asks for reconciling once, to run after all that is not so slow, and in one process at a time. */
async function askForReconciling({ db, payments }: PayingContext): Promise<void> {
  // With the keys of another account nothing could be compared.
  await payments.readAccount();
  const task = 'reconcile-billing';
  await enqueue(db, task, {}, { queue: task, priority: 10, maxAttempts: 1 });
}

/** Takes events from the sandbox itself: it sends no messages. */
async function deliverSandbox(from: SandboxProvider, { db, clock }: PerformContext): Promise<void> {
  let taken: number;
  do {
    const events = await from.listUndelivered(batch);
    for (const event of events) {
      await keepEvent(db, event, clock.now());
    }
    await from.markDelivered(events.map(({ id }) => id));
    taken = events.length;
  } while (taken === batch);
}

/** In their order; one that is stuck does not keep those behind it waiting. */
async function takeEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
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
