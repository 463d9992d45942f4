import { Refusal } from '../../../platform/refusal.ts';
import { carryOut } from '../intents/carry-out.ts';
import type { PayingChangeContext } from '../intents/kind.ts';
import type { Intent, IntentOutcome } from '../records/intent.ts';
import { CommandRefused, toReason } from './report.ts';

/** Carries out an intent that a command has begun, and reports it to the operator if it stays open. */
export async function carryOutBegun(
  intent: Intent,
  context: PayingChangeContext,
): Promise<IntentOutcome> {
  try {
    return await carryOut(intent, context);
  } catch (error) {
    if (error instanceof Refusal) {
      throw new CommandRefused(
        `${toReason(error)} The intent ${intent.id} stays open, and is finished by a running server.`,
      );
    }
    throw error;
  }
}
