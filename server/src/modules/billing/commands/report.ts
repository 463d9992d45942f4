import type { ActivityAction } from '@hearth/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { operatorOrigin } from '../intents/settle-intent.ts';
import { WrongAccount } from '../port/payment-provider.ts';
import type { IntentOutcome } from '../records/intent.ts';

/** Output of a command. */
export interface Report {
  readonly lines: readonly string[];
  /** Whether the operator has nothing more to do; decides the exit code. */
  readonly isFine: boolean;
  /** Whether something here is otherwise at the provider, for commands that compare. */
  readonly differs?: boolean;
}

/** The command cannot be carried out; the message says why. */
export class CommandRefused extends Error {}

/** Explains a refusal to the operator, in more detail than to people. */
export function toReason({ message, cause }: Refusal): string {
  return cause instanceof WrongAccount ? cause.message : message;
}

/** Records a command in the activity. It has no actor, because the operator is no account. */
export async function recordOperation(
  tx: Transaction,
  {
    subscriptionId,
    action,
  }: {
    readonly subscriptionId: string;
    readonly action: Extract<ActivityAction, `billing.${string}`>;
  },
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

/** Describes an outcome without its client secret, with which a payment could be confirmed. */
export function toOutcomeText(outcome: IntentOutcome): string {
  if ('refusal' in outcome) {
    const { code, detail } = outcome.refusal;
    return `refused (${[code, detail].filter(Boolean).join(': ')})`;
  }
  const { clientSecret, declined } = outcome.result;
  if (declined) {
    return 'done (what was owed is not paid)';
  }
  return clientSecret === undefined ? 'done' : 'done (the bank asks the owner to confirm)';
}
