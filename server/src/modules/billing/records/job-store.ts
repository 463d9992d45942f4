import { sql } from 'kysely';
import { awaitedJobPriority } from '../../../platform/job-priority.ts';
import type { Database } from '../../../platform/transaction.ts';

/** Background work of billing by name, each with its payload. */
export interface BillingTasks {
  /** Resumes open intents that no process is at work on. */
  'finish-intents': Readonly<Record<string, never>>;
  /** Follows the provider's events of one customer; null for events that name none. */
  'follow-provider-events': { readonly customerId: string | null };
  /** Reads one subscription at the provider, unless that was done after the given reading. */
  'project-billing': { readonly subscriptionId: string; readonly after?: string };
  /** Removes a customer at the provider who has neither paid nor owes anything. */
  'remove-customer': { readonly customerId: string };
  /** Gives the provider the owner's address. */
  'tell-email': { readonly subscriptionId: string };
  /** Makes another card the default one where that is gone, or notifies the owner. */
  'replace-card': { readonly subscriptionId: string };
  /** Compares projects with the provider, and reads again those that differ. */
  'reconcile-billing': Readonly<Record<string, never>>;
}

type Job = {
  readonly [Task in keyof BillingTasks]: {
    readonly task: Task;
    readonly payload: BillingTasks[Task];
    /** A waiting job with this key is replaced; the task's name where it is left out. */
    readonly key?: string;
    readonly inMs?: number;
    /** Lower runs first; 0 where it is left out. */
    readonly priority?: number;
    readonly mostAttempts?: number;
    /** Of the jobs in a queue one runs at a time, whatever the process. */
    readonly queue?: string;
  };
}[keyof BillingTasks];

/** Asks for a job, once the caller's transaction has committed. */
export async function enqueue(db: Database, job: Job): Promise<void> {
  const {
    task,
    payload,
    key = task,
    inMs = 0,
    priority = 0,
    mostAttempts = 25,
    queue = null,
  } = job;
  await sql`
    select graphile_worker.add_job(
      identifier => ${task},
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${queue},
      job_key => ${key},
      run_at => now() + ${inMs}::float8 * interval '1 ms',
      priority => ${priority},
      max_attempts => ${mostAttempts})`.execute(db);
}

/** Whether a projection of the subscription waits; one that has failed often is not waited for. */
export async function awaitsProjection(db: Database, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from graphile_worker.jobs
      where key = ${projectionKey(subscriptionId)} and attempts < 3) as waits`.execute(db);
  return rows[0]?.waits === true;
}

/** Asks for a projection; one that has read the provider after the given reading makes it unnecessary. */
export async function askForProjection(
  db: Database,
  subscriptionId: string,
  after?: bigint,
): Promise<void> {
  const payload = { subscriptionId, ...(after !== undefined && { after: String(after) }) };
  await enqueue(db, {
    task: 'project-billing',
    payload,
    key: projectionKey(subscriptionId),
    priority: awaitedJobPriority,
  });
}

const againMs = 60_000;

/** Asks for a card in place of one that is gone; what did not help is not tried again at once. */
export async function askForCard(
  db: Database,
  { subscriptionId, isAgain }: { readonly subscriptionId: string; readonly isAgain: boolean },
): Promise<void> {
  await enqueue(db, {
    task: 'replace-card',
    payload: { subscriptionId },
    key: `card ${subscriptionId}`,
    inMs: isAgain ? againMs : 0,
  });
}

const projectionKey = (subscriptionId: string) => `project ${subscriptionId}`;

export async function askForRemoval(db: Database, customerId: string): Promise<void> {
  await enqueue(db, {
    task: 'remove-customer',
    payload: { customerId },
    key: `remove ${customerId}`,
  });
}
