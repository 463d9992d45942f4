import type { ActivityAction } from '@hearth/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';

/** A command prints this. */
export interface Report {
  readonly lines: readonly string[];
  /** Whether nothing is left for the operator to do; decides the exit code. */
  readonly isFine: boolean;
}

/** A command that cannot be carried out; the message tells the operator why. */
export class CommandRefused extends Error {}

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
    origin: { address: '', userAgent: 'operator command line' },
  });
}
