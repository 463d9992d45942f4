import type { ActivityAction } from '@hearth/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { operatorOrigin } from '../intents/settle-intent.ts';
import { WrongAccount } from '../port/payment-provider.ts';

/** A command prints this. */
export interface Report {
  readonly lines: readonly string[];
  /** Whether nothing is left for the operator to do; decides the exit code. */
  readonly isFine: boolean;
}

/** A command that cannot be carried out; the message tells the operator why. */
export class CommandRefused extends Error {}

/** What is said of a refusal to the operator, who is told more than people. */
export function toReason({ message, cause }: Refusal): string {
  return cause instanceof WrongAccount ? cause.message : message;
}

interface Operation {
  readonly subscriptionId: string;
  readonly action: Extract<ActivityAction, `billing.${string}`>;
}

/** The operator is nobody of the project, so there is no actor. */
export async function recordOperation(
  tx: Transaction,
  { subscriptionId, action }: Operation,
  { clock }: { readonly clock: Clock },
): Promise<void> {
  await recordAudit(tx, {
    action,
    actorId: null,
    subjectId: subscriptionId,
    subscriptionId,
    at: clock.now(),
    origin: operatorOrigin,
  });
}
