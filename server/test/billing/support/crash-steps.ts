import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { hurryJobs } from '../../harness/hurry-jobs.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { callable, type Person } from '../../harness/wire-client.ts';
import type { Fault, Faulted } from './payment-faults.ts';
import { billingInfo, settle } from './payment-scenes.ts';

export const isLong = Boolean(process.env.HEARTH_LONG);
/** Longer than anybody may be silent who is at work on an intent. */
const pastLeaseMs = 3 * 60_000;

type FaultKind = Omit<Fault, 'step'>;

/** The worst first: the provider has acted, and nobody here knows. */
const faults: readonly FaultKind[] = [
  { place: 'provider', moment: 'after it acted', kind: 'crash' },
  { place: 'provider', moment: 'before it acted', kind: 'crash' },
  { place: 'provider', moment: 'after it acted', kind: 'away' },
  { place: 'provider', moment: 'before it acted', kind: 'away' },
  { place: 'database', moment: 'after it acted', kind: 'crash' },
  { place: 'database', moment: 'before it acted', kind: 'away' },
];
export const chosenFaults = isLong ? faults : faults.slice(0, 1);

export const newKey = () => randomBytes(12).toString('hex');

export const bought = (planId: string, card?: string) => async (app: TestApp, owner: Person) => {
  const data = { planId, billingInfo: billingInfo(card) };
  const headers = { 'idempotency-key': newKey() };
  const answer = await callable(app, 'createSubscription', { ...owner, data, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return String(answer.json().data.subscriptionId);
};

/** Reads the project as a person would see it after a while. */
export async function recover(app: TestApp): Promise<void> {
  // Events arrive while the change is still half done.
  await settle(app);
  app.clock.advance(pastLeaseMs);
  await hurryJobs(app.db);
  await settle(app);
}

/** The fault at every step of the work in turn, each with people of its own. */
export async function faultsOf(
  { place, moment, kind }: FaultKind,
  count: () => Promise<Faulted<unknown>>,
): Promise<Fault[]> {
  const steps = (await count()).steps[place];
  expect(steps).toBeGreaterThan(0);
  return Array.from({ length: steps }, (_, index) => ({ place, moment, kind, step: index + 1 }));
}

const groupSize = 20;

/** A group at a time: of a hundred requests at once, some wait so long for a connection that they are refused. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let begin = 0; begin < items.length; begin += groupSize) {
    const group = items.slice(begin, begin + groupSize);
    results.push(...(await Promise.all(group.map(work))));
  }
  return results;
}
