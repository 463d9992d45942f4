import { Refusal, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import { withAnswerDeadline } from '../intents/answer-deadline.ts';
import { requireNoneOpen } from '../intents/begin-intent.ts';
import { carryOut } from '../intents/carry-out.ts';
import type { ChangeServices, PayingChangeContext } from '../intents/kind.ts';
import {
  type Intent,
  type IntentOutcome,
  type IntentRequest,
  newIntent,
} from '../records/intent.ts';
import { findIntent } from '../records/intent-history-store.ts';
import {
  findNewestIntent,
  insertIntent,
  leaseIntent,
  leaseUntil,
} from '../records/intent-store.ts';
import { showReturns } from './show-returns.ts';

interface Beginning {
  readonly subscriptionId: string;
  /** Who pays: the owner, in whose place the operator acts. */
  readonly accountId: string;
  readonly request: IntentRequest;
}

type Services = Pick<ChangeServices, 'clock' | 'kinds'>;

/** Writes the intent of an operator's change. The caller has locked the project and checked that no other change is open. */
export async function insertByOperator(
  tx: Transaction,
  { subscriptionId, accountId, request }: Beginning,
  { clock, kinds }: Services,
): Promise<Intent> {
  const createdAt = clock.now();
  const intent = newIntent({ subscriptionId, accountId, request, createdAt });
  await insertIntent(tx, {
    intent,
    name: { key: `operator:${intent.id}`, hash: Buffer.alloc(0) },
    decides: kinds[request.kind].decides,
    leasedUntil: leaseUntil(createdAt),
  });
  return intent;
}

interface Change {
  readonly request: IntentRequest;
  /** Number of the project's newest change when this one was prepared; left out if nothing was read before. */
  readonly newest?: string | undefined;
}

/** Begins a change in place of the owner, unless another one is open. The caller has locked the project. */
export async function beginByOperator(
  tx: Transaction,
  { id: subscriptionId, ownerId: accountId }: Pick<Subscription, 'id' | 'ownerId'>,
  change: Change,
  context: Services,
): Promise<Intent> {
  const { request } = change;
  await requireNoneOpen(tx, { subscriptionId, kind: request.kind }, context);
  if ('newest' in change) {
    const newest = (await findNewestIntent(tx, subscriptionId))?.number;
    refuseUnless(newest === change.newest, 'billing/under-way');
  }
  const marked = { ...request, byOperator: true } as const;
  return await insertByOperator(tx, { subscriptionId, accountId, request: marked }, context);
}

/**
 * Carries out a change that an operator has begun; an id is that of one from before. Answers null while the provider is
 * silent: a running server finishes it.
 */
export async function finishByOperator(
  begun: Intent | string,
  context: PayingChangeContext,
): Promise<IntentOutcome | null> {
  const { db, clock, longestAnswerMs } = context;
  const earlier = typeof begun === 'string' ? await findIntent(db, begun) : undefined;
  if (earlier?.outcome) {
    return earlier.outcome;
  }
  const intent = typeof begun === 'string' ? await leaseIntent(db, begun, clock.now()) : begun;
  if (!intent) {
    return null;
  }
  try {
    return await withAnswerDeadline(longestAnswerMs, async () => {
      const outcome = await carryOut(intent, context);
      if (intent.request.kind === 'refund' && 'result' in outcome) {
        await showReturns(intent.subscriptionId, context);
      }
      return outcome;
    });
  } catch (error) {
    if (error instanceof Refusal) {
      context.log.error(
        { err: error, intent: intent.id },
        'change by an operator is not answered yet',
      );
      return null;
    }
    throw error;
  }
}
