import { sql } from 'kysely';
import { awaitedJobPriority, enqueue } from '../../../platform/job-store.ts';
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

declare module '../../../platform/job-store.ts' {
  interface TaskPayloads extends BillingTasks {}
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
  const key = projectionKey(subscriptionId);
  await enqueue(db, 'project-billing', payload, { key, priority: awaitedJobPriority });
}

const retryDelayMs = 60_000;

/** Asks for a card in place of one that is gone; what did not help is not tried again at once. */
export async function askForCard(
  db: Database,
  { subscriptionId, isAgain }: { readonly subscriptionId: string; readonly isAgain: boolean },
): Promise<void> {
  const key = `card ${subscriptionId}`;
  const delay = isAgain && { delayMs: retryDelayMs };
  await enqueue(db, 'replace-card', { subscriptionId }, { key, ...delay });
}

const projectionKey = (subscriptionId: string) => `project ${subscriptionId}`;

export async function askForRemoval(db: Database, customerId: string): Promise<void> {
  await enqueue(db, 'remove-customer', { customerId }, { key: `remove ${customerId}` });
}
