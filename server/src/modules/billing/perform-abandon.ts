import type { IntentOf, IntentOutcome } from './intent.ts';
import { performCancel } from './perform-cancel.ts';
import type { PerformContext } from './perform-context.ts';

/** Gives a first payment up, unless the bank has said yes meanwhile. */
export async function performAbandon(
  intent: IntentOf<'abandon'>,
  context: PerformContext,
): Promise<IntentOutcome> {
  return await performCancel(intent, context);
}
