import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomId } from '../../platform/ids.ts';
import { Refusal, refuse, refuseIf, refuseUnless } from '../../platform/refusal.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { Caller } from '../identity/index.ts';
import { carryOut } from './carry-out.ts';
import type { Intent, IntentKind, IntentOutcome, IntentRequest, IntentResult } from './intent.ts';
import {
  type EarlierRequest,
  findOutcome,
  findRequest,
  hasOpenIntent,
  insertIntent,
  lockRequest,
  type RequestName,
  renameRequest,
} from './intent-store.ts';
import type { BillingServices } from './operation.ts';
import { leaseMs } from './perform-context.ts';

type Context = BillingServices & {
  readonly db: Database;
  readonly caller: Caller;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
};

interface Request {
  readonly kind: IntentKind;
  /** The whole request, as it was parsed. */
  readonly input: unknown;
}

/** Judges the request and prepares the rows of its intent, in the transaction that writes it. */
export type Begin = (
  tx: Transaction,
) => Promise<{ readonly subscriptionId: string; readonly request: IntentRequest }>;

/** `prepare` is for what must be asked outside the transaction; of a request that is known it is not. */
type Wanted = Request & ({ readonly begin: Begin } | { readonly prepare: () => Promise<Begin> });

/** Without a key of the client's, equal requests within it count as one. */
const sameRequestMs = 60_000;
const pollMs = 100;
const longestAnswerMs = 18_000;

/**
 * Carries a change of money out once: writes its intent, then asks the provider. The same request
 * again, while it is under way or later, is answered what the first one was.
 */
export async function runOnce(wanted: Wanted, context: Context): Promise<IntentResult> {
  const name = nameRequest(wanted, context);
  const begin = await findBegin(wanted, name, context);
  const begun = await context.transaction(async (tx) => {
    await lockRequest(tx, name);
    const earlier = await findSameRequest(tx, name, context);
    return earlier ?? (await beginIntent(tx, { begin, name }, context));
  });
  const outcome =
    'request' in begun
      ? await carryOutSoon(begun, context)
      : (begun.outcome ?? (await waitForOutcome(begun.id, context.db)));
  return toResult(outcome);
}

async function findBegin(wanted: Wanted, name: RequestName, context: Context): Promise<Begin> {
  if ('begin' in wanted) {
    return wanted.begin;
  }
  const earlier = await findRequest(context.db, name);
  if (earlier && !isOver(earlier, name, context)) {
    // Known now and a minute old a moment later: they ask once more.
    return () => refuse('billing/under-way');
  }
  try {
    return await wanted.prepare();
  } catch (error) {
    // Told under the lock: meanwhile the same request may have been carried out, and is answered.
    return () => Promise.reject(error);
  }
}

function nameRequest({ kind, input }: Request, { caller, client }: Context): RequestName {
  const hash = createHash('sha256').update(JSON.stringify(input)).digest();
  const { idempotencyKey } = client;
  const key =
    idempotencyKey === undefined ? `body:${hash.toString('base64url')}` : `key:${idempotencyKey}`;
  return { accountId: caller.uid, kind, key, hash };
}

async function findSameRequest(
  tx: Transaction,
  name: RequestName,
  context: Context,
): Promise<EarlierRequest | undefined> {
  const earlier = await findRequest(tx, name);
  if (!earlier) {
    return undefined;
  }
  refuseUnless(earlier.hash.equals(name.hash), 'billing/key-reused');
  if (isOver(earlier, name, context)) {
    await renameRequest(tx, earlier.id);
    return undefined;
  }
  return earlier;
}

/** A request without a key is the same one for a minute, and while it is under way. */
function isOver(earlier: EarlierRequest, { key }: RequestName, { clock }: Context): boolean {
  const age = clock.now().getTime() - earlier.createdAt.getTime();
  return key.startsWith('body:') && age > sameRequestMs && earlier.outcome !== null;
}

interface Beginning {
  readonly begin: Begin;
  readonly name: RequestName;
}

async function beginIntent(
  tx: Transaction,
  { begin, name }: Beginning,
  { clock, caller }: Context,
): Promise<Intent> {
  const at = clock.now();
  const { subscriptionId, request } = await begin(tx);
  refuseIf(await hasOpenIntent(tx, subscriptionId), 'billing/under-way');
  const intent = {
    id: randomId(24),
    subscriptionId,
    accountId: caller.uid,
    request,
    createdAt: at,
  };
  await insertIntent(tx, { intent, name, leasedUntil: new Date(at.getTime() + leaseMs) });
  return intent;
}

/** A provider that is slow is not waited for: the work goes on, and asking again finds its outcome. */
async function carryOutSoon(intent: Intent, context: Context): Promise<IntentOutcome> {
  const patience = new AbortController();
  const work = carryOut(intent, context);
  // Whoever stopped waiting does not hear of a failure; the job goes on with the intent then.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, refuseAfter(longestAnswerMs, patience.signal)]);
  } finally {
    patience.abort();
  }
}

async function refuseAfter(ms: number, signal: AbortSignal): Promise<never> {
  await sleep(ms, undefined, { signal });
  return refuse('billing/provider-unavailable');
}

/** Somebody else is at work on it. */
async function waitForOutcome(id: string, db: Database): Promise<IntentOutcome> {
  for (let waited = 0; waited < longestAnswerMs; waited += pollMs) {
    const outcome = await findOutcome(db, id);
    if (outcome) {
      return outcome;
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
