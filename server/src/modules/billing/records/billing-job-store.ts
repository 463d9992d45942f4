import { sql } from 'kysely';
import { awaitedJobPriority, enqueue } from '../../../platform/jobs/job-store.ts';
import type { Database } from '../../../platform/transaction.ts';

/** Background work of billing by name, each with its payload. */
export interface BillingTasks {
  /** Resumes open intents that no process holds. */
  'finish-intents': Readonly<Record<string, never>>;
  /** Follows the provider's events of one customer; null for events that name none. */
  'follow-provider-events': { readonly customerId: string | null };
  /** Projects one subscription, unless it was read after the given reading. */
  'project-billing': { readonly subscriptionId: string; readonly after?: string };
  /** Removes a customer at the provider that has neither paid nor owes anything. */
  'remove-customer': { readonly customerId: string };
  /** Sends the owner's address to the provider. */
  'tell-email': { readonly subscriptionId: string };
  /** Replaces a lost default card, or notifies the owner. */
  'replace-card': { readonly subscriptionId: string };
  /** Compares projects with the provider, and projects those that differ. */
  'reconcile-billing': Readonly<Record<string, never>>;
}

declare module '../../../platform/jobs/job-store.ts' {
  interface TaskPayloads extends BillingTasks {}
}

/** Whether a projection of the subscription is waiting. One that has failed three times does not count. */
export async function awaitsProjection(db: Database, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from graphile_worker.jobs
      where key = ${projectionKey(subscriptionId)} and attempts < 3) as waits`.execute(db);
  return rows[0]?.waits === true;
}

/** Enqueues a projection, which a reading after the given one makes unnecessary. */
export async function enqueueProjection(
  db: Database,
  subscriptionId: string,
  after?: bigint,
): Promise<void> {
  const payload = { subscriptionId, ...(after !== undefined && { after: String(after) }) };
  const key = projectionKey(subscriptionId);
  await enqueue(db, 'project-billing', payload, { key, priority: awaitedJobPriority });
}

const retryDelayMs = 60_000;

/** Enqueues the replacement of a lost card; a repeated attempt is delayed. */
export async function enqueueCardReplacement(
  db: Database,
  { subscriptionId, isAgain }: { readonly subscriptionId: string; readonly isAgain: boolean },
): Promise<void> {
  const key = `card ${subscriptionId}`;
  const delay = isAgain && { delayMs: retryDelayMs };
  await enqueue(db, 'replace-card', { subscriptionId }, { key, ...delay });
}

const projectionKey = (subscriptionId: string) => `project ${subscriptionId}`;

export async function enqueueCustomerRemoval(db: Database, customerId: string): Promise<void> {
  await enqueue(db, 'remove-customer', { customerId }, { key: `remove ${customerId}` });
}
