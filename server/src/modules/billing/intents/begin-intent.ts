import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Caller } from '../../identity/index.ts';
import { type Intent, type IntentKind, type IntentRequest, newIntent } from '../records/intent.ts';
import {
  insertIntent,
  leaseUntil,
  listOpenKinds,
  lockIdleIntents,
} from '../records/intent-store.ts';
import type { RequestName } from '../records/request-store.ts';
import { admitCard, type CardAttempt } from './admit-card.ts';
import type { AnswerDeadline } from './answer-deadline.ts';
import { type ChangeServices, kindOf } from './kind.ts';
import { changeBuckets } from './limits.ts';
import { stuckIntents } from './resume-before-change.ts';
import { closeSuperseded } from './settle-intent.ts';

/** Services for a request that changes money. */
export type RunOnceContext = ChangeServices & {
  readonly db: Database;
  readonly caller: Caller;
  readonly deadline: AnswerDeadline;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
};

/** Checks the request and prepares the rows of its intent, in the transaction that writes it. */
export type Begin = (
  tx: Transaction,
) => Promise<{ readonly subscriptionId: string; readonly request: IntentRequest }>;

/** A new intent with the attempt of its card. */
export interface Begun {
  readonly intent: Intent;
  readonly attempt: CardAttempt;
}

const superseded = { refusal: { code: 'subscription/canceled' } } as const;

/** Writes the intent of a new request, unless another change is open, and takes the attempt of its card. */
export async function beginIntent(
  tx: Transaction,
  { begin, name }: { readonly begin: Begin; readonly name: RequestName },
  context: RunOnceContext,
): Promise<Begun> {
  const { clock, caller, deadline } = context;
  const at = clock.now();
  const { subscriptionId, request } = await begin(tx);
  deadline.requireTimeLeft();
  await requireNoneOpen(tx, { subscriptionId, kind: request.kind }, context);
  const intent = newIntent({ subscriptionId, accountId: caller.uid, request, createdAt: at });
  const isFew = await context.limits.take(tx, changeBuckets(request.kind, intent));
  refuseUnless(isFew, 'auth/too-many-requests');
  const { usesCard, decides } = kindOf(intent, context);
  const attempt = usesCard(request)
    ? await admitCard(tx, limitedBy(request, subscriptionId), context)
    : [];
  await insertIntent(tx, { intent, name, decides, leasedUntil: leaseUntil(at) });
  return { intent, attempt };
}

/** Refuses a change while another one is open; a cancellation takes the place of one that is stuck. */
export async function requireNoneOpen(
  tx: Transaction,
  { subscriptionId, kind }: { readonly subscriptionId: string; readonly kind: IntentKind },
  context: Pick<ChangeServices, 'clock' | 'kinds'>,
): Promise<void> {
  const at = context.clock.now();
  if (kind === 'cancel') {
    const stuck = await lockIdleIntents(tx, stuckIntents({ subscriptionId, at }, context), at);
    await closeSuperseded(tx, stuck, superseded);
  }
  const open = await listOpenKinds(tx, subscriptionId);
  refuseIf(
    open.some((other) => context.kinds[other].blocks(kind)),
    'billing/under-way',
  );
}

/** A project that is being created has no limit of its own. */
function limitedBy({ kind }: IntentRequest, subscriptionId: string): string | undefined {
  return kind === 'create' ? undefined : subscriptionId;
}
