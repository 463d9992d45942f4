import { findSubscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { projectBilling } from '../projection/project-billing.ts';
import { compareBilling } from '../sync/drift.ts';
import { toSentence } from '../sync/report-drift.ts';
import { getProjectId } from './get-project-id.ts';
import { CommandRefused, type Report, recordOperation } from './report.ts';

/** Projects the project now, and reports the changes. */
export async function resyncBilling(name: string, context: PayingContext): Promise<Report> {
  const subscriptionId = await getProjectId(name, context);
  if (!(await findSubscription(context.db, subscriptionId))) {
    throw new CommandRefused('This project was removed.');
  }
  const before = await listDifferences(subscriptionId, context);
  if (!before) {
    throw new CommandRefused('This project has no customer at the payment provider.');
  }
  await projectBilling(subscriptionId, context, { withReturns: true });
  const operation = { subscriptionId, action: 'billing.resynced' } as const;
  await context.db.transaction().execute((tx) => recordOperation(tx, operation, context));
  const after = (await listDifferences(subscriptionId, context)) ?? [];
  const changed = before.filter((sentence) => !after.includes(sentence));
  const heading = changed.length > 0 ? 'Changed here:' : 'Nothing was changed here.';
  return { lines: [heading, ...changed, ...toRemaining(after)], isFine: after.length === 0 };
}

/** Lists all differences, also those that a waiting job will resolve; undefined without a customer. */
export async function listDifferences(
  subscriptionId: string,
  context: PayingContext,
): Promise<string[] | undefined> {
  return (await compareBilling(subscriptionId, context))?.differences.map(toSentence);
}

export function toRemaining(differences: readonly string[]): string[] {
  return differences.length === 0 ? [] : ['Still different:', ...differences];
}
