import { Refusal } from '../../../platform/refusal.ts';
import { leaseIntents } from '../records/intent-store.ts';
import { carryOut } from './carry-out.ts';
import type { ChangeContext } from './kind.ts';

/** Intents for one run; the next run resumes the others. */
const batch = 20;

/** Resumes intents that are open because of a crash or an unreachable provider. */
export async function finishOpenIntents(context: ChangeContext): Promise<void> {
  const open = await leaseIntents(context.db, context.clock.now(), batch);
  const results = await Promise.allSettled(open.map((intent) => carryOut(intent, context)));
  const bugs = results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof Refusal) ? [result.reason] : [],
  );
  if (bugs.length > 0) {
    throw new AggregateError(bugs, `${bugs.length} intents could not be finished.`);
  }
}
