import { setTimeout as sleep } from 'node:timers/promises';
import { listComparable } from '../records/comparison-store.ts';
import { type ComparingContext, compareBilling, findOrphans } from './compare-billing.ts';
import type { Difference } from './difference.ts';

interface DriftReport {
  readonly compared: number;
  /** One sentence for each difference. */
  readonly sentences: readonly string[];
}

const pageSize = 100;
/** What has just happened is followed within it. */
const secondLookMs = 3_000;

/** Compares everybody with what the provider has, and repairs nothing. */
export async function reportDrift(context: ComparingContext): Promise<DriftReport> {
  let compared = 0;
  const suspects: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: string[] = await listComparable(context.db, { after, limit: pageSize });
    for (const id of page) {
      const comparison = await compareBilling(id, context);
      suspects.push(...((comparison?.differences.length ?? 0) > 0 ? [id] : []));
    }
    compared += page.length;
    after = page.length === pageSize ? page.at(-1) : undefined;
  }
  const differences = [...(await lookAgain(suspects, context)), ...(await seekOrphans(context))];
  return { compared, sentences: differences.map(toSentence) };
}

async function lookAgain(
  suspects: readonly string[],
  context: ComparingContext,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  await sleep(suspects.length > 0 ? secondLookMs : 0);
  for (const id of suspects) {
    differences.push(...((await compareBilling(id, context))?.differences ?? []));
  }
  return differences;
}

async function seekOrphans(context: ComparingContext): Promise<Difference[]> {
  const orphans: Difference[] = [];
  let after: string | undefined;
  do {
    const page = await context.payments.listRunning(after);
    orphans.push(...(await findOrphans(page.subscriptions, context)));
    after = page.hasMore ? page.subscriptions.at(-1)?.id : undefined;
  } while (after !== undefined);
  return orphans;
}

function toSentence({ subscriptionId, about, here, there }: Difference): string {
  return `${subscriptionId ?? 'Nobody'}: ${about} is ${here} here, ${there} at the provider.`;
}
