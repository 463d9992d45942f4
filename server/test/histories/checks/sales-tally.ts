import type { BookedSubscription, OwnIntent } from '../books.ts';
import type { Both } from '../compare-books.ts';
import { count } from '../planted.ts';

/** Counts what a history has sold, for the person who asks whether it happens at all. */
export function countSales(both: Both): void {
  const { theirs, planted } = both;
  for (const one of theirs.subscriptions.filter(({ trialEnd }) => trialEnd !== null)) {
    count(planted, `trial ${endOfTrial(both, one)}`);
  }
  for (const intent of both.ours.intents) {
    const what = describe(intent, both.app.clock.now());
    if (what !== undefined) {
      count(planted, what);
    }
  }
}

function endOfTrial({ app, theirs }: Both, { id, status, trialEnd }: BookedSubscription): string {
  if (theirs.invoices.some((one) => one.subscriptionId === id && one.total > 0)) {
    return 'charged';
  }
  if (status === 'canceled') {
    return 'ended';
  }
  return trialEnd !== null && trialEnd > app.clock.now() ? 'running' : 'gone on for free';
}

function describe(
  { kind, status, takesEffectAt, refusal }: OwnIntent,
  now: Date,
): string | undefined {
  if (refusal === 'billing/trial-used') {
    return 'trial refused for a card';
  }
  if (status !== 'done') {
    return undefined;
  }
  if (kind === 'undo-plan-change') {
    return 'change undone';
  }
  return takesEffectAt ? `change scheduled${takesEffectAt < now ? ' and due' : ''}` : undefined;
}
