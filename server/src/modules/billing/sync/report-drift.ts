import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderUnavailable } from '../port/payment-provider.ts';
import type { Difference } from '../projection/difference.ts';
import { listComparable } from '../records/comparison-store.ts';
import { type DriftContext, findDrift, findOrphans } from './drift.ts';

interface DriftReport {
  readonly compared: number;
  /** One sentence for each difference, and for each project that could not be compared. */
  readonly sentences: readonly string[];
}

const pageSize = 100;
/** Pause before differences are compared again, in which events of the moment are followed. */
const compareAgainMs = 3_000;

/** Compares all projects with the provider, and repairs nothing. A project that cannot be compared stops no other. */
export async function reportDrift(context: DriftContext): Promise<DriftReport> {
  const failures: string[] = [];
  const counts: { readonly id: string; readonly count: number }[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: string[] = await listComparable(context.db, { after, limit: pageSize });
    for (const id of page) {
      const count = await orFailure(id, () => countDifferences(id, context), failures);
      counts.push(...(count === undefined ? [] : [{ id, count }]));
    }
    after = page.length === pageSize ? page.at(-1) : undefined;
  }
  const suspects = counts.filter(({ count }) => count > 0).map(({ id }) => id);
  const different = await compareAgain(suspects, context);
  const orphans = await orFailure('Other subscriptions', () => listOrphans(context), failures);
  const sentences = [...different, ...(orphans ?? [])].map(toSentence);
  return { compared: counts.length, sentences: [...sentences, ...failures] };
}

async function countDifferences(id: string, context: DriftContext): Promise<number> {
  return (await findDrift(id, context))?.differences.length ?? 0;
}

/** Undefined where the work failed, which is added to the failures. A provider that does not answer ends the command. */
async function orFailure<Result>(
  name: string,
  work: () => Promise<Result>,
  failures: string[],
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailable || !(error instanceof Error)) {
      throw error;
    }
    failures.push(`${name} could not be compared: ${error.message}`);
    return undefined;
  }
}

async function compareAgain(
  suspects: readonly string[],
  context: DriftContext,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  await sleep(suspects.length > 0 ? compareAgainMs : 0);
  for (const id of suspects) {
    differences.push(...((await findDrift(id, context))?.differences ?? []));
  }
  return differences;
}

async function listOrphans(context: DriftContext): Promise<Difference[]> {
  const orphans: Difference[] = [];
  let after: string | undefined;
  do {
    const page = await context.payments.listRunning(after);
    const found = await findOrphans(page.subscriptions, context);
    orphans.push(...found.map(({ difference }) => difference));
    after = page.hasMore ? page.subscriptions.at(-1)?.id : undefined;
  } while (after !== undefined);
  return orphans;
}

export function toSentence({ subscriptionId, about, here, there }: Difference): string {
  return `${subscriptionId ?? 'No project'}: ${about} is ${here} here, ${there} at the provider.`;
}
