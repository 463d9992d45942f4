import { setTimeout as sleep } from 'node:timers/promises';
import { randomId } from '../../../platform/ids.ts';
import { Refusal, refuse, refuseIf } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Caller } from '../../identity/index.ts';
import type { AnswerDeadline } from '../port/answer-deadline.ts';
import type { BillingServices } from '../port/billing-services.ts';
import { requireRightAccount } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type {
  Intent,
  IntentKind,
  IntentOutcome,
  IntentRequest,
  IntentResult,
} from '../records/intent.ts';
import { leaseIntent, leaseUntil, lockIdleIntents } from '../records/intent-lease-store.ts';
import {
  findProgress,
  hasOpenIntent,
  insertIntent,
  listOpenKinds,
} from '../records/intent-store.ts';
import {
  type EarlierRequest,
  findRequest,
  lockRequest,
  type RequestName,
} from '../records/request-store.ts';
import { admitCard, type CardAttempt, isDeclined } from './admit-card.ts';
import { carryOut } from './carry-out.ts';
import { kindOf, kinds } from './kinds/index.ts';
import { resumePaid, resumeTransfer, stuckIntents } from './resume-open.ts';
import { findSameRequest, isOver, nameRequest, type Request } from './same-request.ts';
import { closeSuperseded } from './settle-intent.ts';

/** Services for a request that changes money. */
export type RunOnceContext = BillingServices & {
  readonly db: Database;
  readonly caller: Caller;
  readonly deadline: AnswerDeadline;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
};

/** Checks the request and prepares the rows of its intent, in the transaction that writes it. */
export type Begin = (
  tx: Transaction,
) => Promise<{ readonly subscriptionId: string; readonly request: IntentRequest }>;

type Wanted = Request & {
  /** Undefined while the subscription is being created. */
  readonly subscriptionId?: string;
} & (
    | { readonly begin: Begin }
    /** Asks the provider before the transaction; not called for a repeated request. */
    | { readonly prepare: () => Promise<Begin> }
  );

const pollMs = 100;

/**
 * Carries a change of money out once: writes its intent, then asks the provider. A repeated request
 * gets the answer of the first one.
 */
export async function runOnce(wanted: Wanted, context: RunOnceContext): Promise<IntentResult> {
  if (wanted.subscriptionId !== undefined) {
    await requireReachable(wanted.subscriptionId, context);
    await resumeBefore(wanted.kind, wanted.subscriptionId, context);
  }
  const name = nameRequest(wanted, context);
  const begin = await findBegin(wanted, name, context);
  const begun = await context.transaction(async (tx) => {
    await lockRequest(tx, name);
    const earlier = await findSameRequest(tx, { ...wanted, name }, context);
    return earlier
      ? await takeUp(tx, earlier, context)
      : await beginIntent(tx, { begin, name }, context);
  });
  return toResult(await findOutcome(begun, context));
}

/** Refuses keys of another account, unless the project has no customer and so nothing at any account. */
async function requireReachable(
  subscriptionId: string,
  { db, payments }: RunOnceContext,
): Promise<void> {
  if ((await findBillingAccount(db, subscriptionId))?.customerId) {
    await requireRightAccount(payments);
  }
}

async function findOutcome(
  begun: Begun | Intent | EarlierRequest,
  context: RunOnceContext,
): Promise<IntentOutcome> {
  if ('attempt' in begun) {
    return await carryOutNew(begun, context);
  }
  return 'request' in begun
    ? await carryOut(begun, context)
    : (begun.outcome ?? (await waitForOutcome(begun.id, context)));
}

/** Gives the card's attempt back, unless it was declined or the provider did not answer. */
async function carryOutNew(
  { intent, attempt }: Begun,
  context: RunOnceContext,
): Promise<IntentOutcome> {
  const outcome = await carryOut(intent, context);
  if (attempt.length > 0 && !isDeclined(outcome)) {
    await context.limits.giveBack(context.db, attempt);
  }
  return outcome;
}

/** A cancellation waits for changes that the provider has already made. It does not wait for changes still in flight. */
async function resumeBefore(
  kind: IntentKind,
  subscriptionId: string,
  context: RunOnceContext,
): Promise<void> {
  try {
    await resumeTransfer(subscriptionId, context);
  } catch (error) {
    if (kind !== 'cancel') {
      throw error;
    }
    context.log.error({ err: error, subscription: subscriptionId }, 'payer removal pending');
  }
  if (kind === 'cancel') {
    await resumePaid(subscriptionId, context);
  }
}

async function findBegin(
  wanted: Wanted,
  name: RequestName,
  context: RunOnceContext,
): Promise<Begin> {
  if ('begin' in wanted) {
    return wanted.begin;
  }
  const earlier = await findRequest(context.db, name);
  if (earlier && !isOver(earlier, name, context)) {
    // Whether it is a repetition is known once the earlier request has ended; the caller repeats it then.
    return () => refuse('billing/under-way');
  }
  try {
    return await wanted.prepare();
  } catch (error) {
    // Thrown under the lock, because a repeated request may have been carried out meanwhile.
    return async (tx) => {
      const { subscriptionId } = wanted;
      // The subscription is changing right now, so the checks above may be stale.
      const isChanging = subscriptionId !== undefined && (await hasOpenIntent(tx, subscriptionId));
      refuseIf(isChanging && !isUnavailable(error), 'billing/under-way');
      throw error;
    };
  }
}

/** Whether the provider did not answer. Then an open intent may be a part of this request. */
function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'billing/provider-unavailable';
}

/** Resumes an earlier request that no process holds, because the provider did not answer it. */
async function takeUp(
  tx: Transaction,
  earlier: EarlierRequest,
  { clock }: RunOnceContext,
): Promise<EarlierRequest | Intent> {
  if (earlier.outcome) {
    return earlier;
  }
  return (await leaseIntent(tx, earlier.id, clock.now())) ?? earlier;
}

const superseded = { refusal: { code: 'subscription/canceled' } } as const;

interface Beginning {
  readonly begin: Begin;
  readonly name: RequestName;
}

/** A new intent with the attempt of its card. */
interface Begun {
  readonly intent: Intent;
  readonly attempt: CardAttempt;
}

async function beginIntent(
  tx: Transaction,
  { begin, name }: Beginning,
  context: RunOnceContext,
): Promise<Begun> {
  const { clock, caller, deadline } = context;
  const at = clock.now();
  const { subscriptionId, request } = await begin(tx);
  deadline.requireTimeLeft();
  if (request.kind === 'cancel') {
    const stuck = await lockIdleIntents(tx, stuckIntents(subscriptionId, at), at);
    await closeSuperseded(tx, stuck, superseded);
  }
  const open = await listOpenKinds(tx, subscriptionId);
  refuseIf(
    open.some((kind) => kinds[kind].blocks(request.kind)),
    'billing/under-way',
  );
  const intent = {
    id: randomId(24),
    subscriptionId,
    accountId: caller.uid,
    request,
    createdAt: at,
  };
  const { usesCard, decides } = kindOf(intent);
  const attempt = usesCard(request)
    ? await admitCard(tx, limitedBy(request, subscriptionId), context)
    : [];
  await insertIntent(tx, { intent, name, decides, leasedUntil: leaseUntil(at) });
  return { intent, attempt };
}

/** A project that is being created has no limit of its own. */
function limitedBy({ kind }: IntentRequest, subscriptionId: string): string | undefined {
  return kind === 'create' ? undefined : subscriptionId;
}

/** Waits while another process carries the intent out, until it finishes or gives up its lease. */
async function waitForOutcome(
  id: string,
  { db, clock, deadline }: RunOnceContext,
): Promise<IntentOutcome> {
  while (!deadline.isOver()) {
    const progress = await findProgress(db, id);
    if (progress?.outcome) {
      return progress.outcome;
    }
    if (!progress || progress.leasedUntil <= clock.now()) {
      break;
    }
    await sleep(pollMs);
  }
  return refuse('billing/provider-unavailable');
}

function toResult(outcome: IntentOutcome): IntentResult {
  if ('refusal' in outcome) {
    throw new Refusal(outcome.refusal.code, outcome.refusal.detail);
  }
  return outcome.result;
}
