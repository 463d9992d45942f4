import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, refuse, refuseIf } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { requireRightAccount } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { Intent, IntentKind, IntentOutcome, IntentResult } from '../records/intent.ts';
import {
  findNewestIntent,
  findProgress,
  hasOpenIntent,
  leaseIntent,
  type NewestIntent,
} from '../records/intent-store.ts';
import { type EarlierRequest, lockRequest, type RequestName } from '../records/request-store.ts';
import { isDeclined } from './admit-card.ts';
import { type Begin, type Begun, beginIntent, type RunOnceContext } from './begin-intent.ts';
import { carryOut } from './carry-out.ts';
import { resumePaid, resumeTransfer } from './resume-before-change.ts';
import {
  findEffectiveRequest,
  findSameRequest,
  nameRequest,
  type Request,
} from './same-request.ts';

type MoneyChangeRequest = Request & {
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
export async function runOnce(
  request: MoneyChangeRequest,
  context: RunOnceContext,
): Promise<IntentResult> {
  if (request.subscriptionId !== undefined) {
    await requireReachable(request.subscriptionId, context);
    await resumeBefore(request.kind, request.subscriptionId, context);
  }
  const name = nameRequest(request, context);
  const begin = await findBegin(request, name, context);
  const begun = await context.transaction(async (tx) => {
    await lockRequest(tx, name);
    const earlier = await findSameRequest(tx, { ...request, name }, context);
    return earlier
      ? await resumeEarlierRequest(tx, earlier, context)
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
    context.log.error({ err: error, subscription: subscriptionId }, 'payer removal deferred');
  }
  if (kind === 'cancel') {
    await resumePaid(subscriptionId, context);
  }
}

async function findBegin(
  request: MoneyChangeRequest,
  name: RequestName,
  context: RunOnceContext,
): Promise<Begin> {
  if ('begin' in request) {
    return request.begin;
  }
  if (await findEffectiveRequest(context.db, name, context)) {
    // Whether it is a repetition is known once the earlier request has ended; the caller repeats it then.
    return () => refuse('billing/under-way');
  }
  const before = await findNewest(context.db, request);
  try {
    return await request.prepare();
  } catch (error) {
    // Thrown under the lock, because a repeated request may have been carried out meanwhile.
    return async (tx) => {
      refuseIf(await isStale(tx, { request, before, error }), 'billing/under-way');
      throw error;
    };
  }
}

async function findNewest(
  db: Database,
  { subscriptionId }: MoneyChangeRequest,
): Promise<NewestIntent | undefined> {
  return subscriptionId === undefined ? undefined : await findNewestIntent(db, subscriptionId);
}

interface FailedCheck {
  readonly request: MoneyChangeRequest;
  /** The subscription's newest intent before the check. */
  readonly before: NewestIntent | undefined;
  readonly error: unknown;
}

/** Whether the check may have read the subscription in the middle of another change. */
async function isStale(tx: Transaction, { request, before, error }: FailedCheck): Promise<boolean> {
  const { subscriptionId } = request;
  if (subscriptionId === undefined || !isFinding(error)) {
    return false;
  }
  // A change moves the price at the provider first, and may be over by now.
  const isOther = before?.isOpen || before?.number !== (await findNewest(tx, request))?.number;
  const isOutdated = error instanceof Refusal && error.code === 'billing/preview-outdated';
  return (isOutdated && isOther) || (await hasOpenIntent(tx, subscriptionId));
}

/** Whether a check refused the request. Where provider or database failed, an open intent may be a part of this request. */
function isFinding(error: unknown): boolean {
  return error instanceof Refusal && error.code !== 'billing/provider-unavailable';
}

/** Resumes an earlier request that no process holds, because the provider did not answer it. */
async function resumeEarlierRequest(
  tx: Transaction,
  earlier: EarlierRequest,
  { clock }: RunOnceContext,
): Promise<EarlierRequest | Intent> {
  if (earlier.outcome) {
    return earlier;
  }
  return (await leaseIntent(tx, earlier.id, clock.now())) ?? earlier;
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
