import { findNextStep } from './rules/renewal-rules.ts';
import type { Sandbox } from './sandbox-work.ts';
import { sweepCards } from './stores/customer-store.ts';
import { sweepEvents } from './stores/event-store.ts';
import { sweepKeys } from './stores/key-store.ts';
import { lockLedger, saveLedger } from './stores/ledger-store.ts';
import { inTransaction, runQuery } from './stores/sandbox-store.ts';
import { findDueSubscription, type OwnedSubscription } from './stores/subscription-row-store.ts';
import { subscriptionSteps } from './subscription-steps.ts';

const dayMs = 86_400_000;
const keysAreKeptDays = 30;
const eventsAreKeptDays = 7;

/**
 * Runs all steps that are due by then, oldest first, each at its own instant and in its own
 * transaction. A subscription that fails does not stop the others.
 */
export async function runDue(sandbox: Sandbox, until: Date): Promise<void> {
  const failures = new Map<string, unknown>();
  for (;;) {
    const due = await runQuery(() => findDueSubscription(sandbox.db, until, [...failures.keys()]));
    if (!due) {
      break;
    }
    try {
      await takeStep(sandbox, due, until);
    } catch (error) {
      failures.set(due.id, error);
    }
  }
  await runQuery(() => sweepCards(sandbox.db, new Date(until.getTime() - dayMs)));
  await runQuery(() => sweepKeys(sandbox.db, new Date(until.getTime() - keysAreKeptDays * dayMs)));
  await runQuery(() =>
    sweepEvents(sandbox.db, new Date(until.getTime() - eventsAreKeptDays * dayMs)),
  );
  if (failures.size > 0) {
    const reasons = [...failures].map(([id, error]) => `${id} (${error})`).join(', ');
    throw new AggregateError(failures.values(), `Stuck in the sandbox: ${reasons}.`);
  }
}

/** Takes the next step of a subscription if it is due by then. */
export function takeStep(
  sandbox: Sandbox,
  { id, customerId }: OwnedSubscription,
  until: Date,
): Promise<void> {
  return inTransaction(sandbox, async (tx) => {
    const ledger = await lockLedger(tx, { customerId, at: until, ...sandbox });
    const subscription = ledger.subscriptions.find((candidate) => candidate.id === id);
    const step = subscription && findNextStep(ledger, subscription);
    if (!step || step.at > until) {
      return;
    }
    const then = { ...ledger, at: step.at };
    subscriptionSteps[step.kind](then, subscription);
    await saveLedger(tx, then);
  });
}
