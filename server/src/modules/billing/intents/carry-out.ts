import { Refusal, refuse } from '../../../platform/refusal.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { ChangeRefused } from '../port/change-refused.ts';
import { ProviderRejected } from '../port/payment-provider.ts';
import { asRefusals, codeOf, requirePaying } from '../port/require-payments.ts';
import type { Intent, IntentOutcome, IntentRefusal } from '../records/intent.ts';
import { leaseIntents, releaseIntent } from '../records/intent-lease-store.ts';
import { noteDeferred } from '../records/intent-store.ts';
import type { Settlement } from './kind.ts';
import { kindOf } from './kinds/index.ts';
import { settleIntent } from './settle-intent.ts';

/** Carries an intent out; where the provider does not answer it stays open, for the next request or the job. */
export async function carryOut(intent: Intent, context: PerformContext): Promise<IntentOutcome> {
  try {
    const settlement =
      (await resumeDeferral(intent, context)) ??
      (await refuseExpired(intent, context)) ??
      (await kindOf(intent).perform(intent, context));
    return await settleIntent(intent, settlement, context);
  } catch (error) {
    try {
      return await asRefusals(() => settleFailure({ intent, error }, context));
    } finally {
      await releaseIntent(context.db, intent.id, context.clock.now());
    }
  }
}

/** An intent that was being deferred when a process died is not tried again. */
async function resumeDeferral(
  intent: Intent,
  context: PerformContext,
): Promise<Settlement | undefined> {
  const { request } = intent;
  const code = request.kind === 'change-plan' && (request.deferred ?? request.putOff);
  return code ? await defer(intent, { code }, context) : undefined;
}

/** Asked again, the provider might do a second time what it has forgotten. */
async function refuseExpired(
  intent: Intent,
  context: PerformContext,
): Promise<Settlement | undefined> {
  const { waitsAtMostMs } = kindOf(intent);
  const age = context.clock.now().getTime() - intent.createdAt.getTime();
  const isExpired = waitsAtMostMs !== null && age > waitsAtMostMs;
  return isExpired ? await undoIntent(intent, { code: 'billing/rejected' }, context) : undefined;
}

interface Failure {
  readonly intent: Intent;
  readonly error: unknown;
}

/** Settles what is not done now, or never as asked; any other failure is thrown and leaves the intent open. */
async function settleFailure(
  { intent, error }: Failure,
  context: PerformContext,
): Promise<IntentOutcome> {
  if (error instanceof ChangeRefused) {
    const settlement = await defer(intent, { code: codeOf(error) }, context);
    return settlement ? await settleIntent(intent, settlement, context) : refuse(codeOf(error));
  }
  if (error instanceof ProviderRejected) {
    const { id, request } = intent;
    const details = { err: error, intent: id, kind: request.kind };
    context.log.error(details, 'intent rejected by provider');
    const settlement = await undoIntent(intent, { code: 'billing/rejected' }, context);
    return settlement
      ? await settleIntent(intent, settlement, context)
      : refuse('billing/rejected');
  }
  throw error;
}

/** Ends a change that would be wrong at this moment; the caller may ask for it again. */
async function defer(
  intent: Intent,
  refusal: IntentRefusal,
  context: PerformContext,
): Promise<Settlement | undefined> {
  await noteDeferred(context.db, intent.id, refusal.code);
  const settlement = await kindOf(intent).undo?.(intent, refusal, requirePaying(context));
  return settlement && { ...settlement, isDeferred: true };
}

/** Undefined where the provider has done it already, and for a kind that must be done in the end. */
export async function undoIntent(
  intent: Intent,
  refusal: IntentRefusal,
  context: PerformContext,
): Promise<Settlement | undefined> {
  const kind = kindOf(intent);
  const paying = requirePaying(context);
  if (!kind.undo || (await kind.wasDone(intent, paying))) {
    return undefined;
  }
  return await kind.undo(intent, refusal, paying);
}

/** Further ones are resumed by the next run. */
const batch = 20;

/** Resumes what a crash or an unreachable provider has left open. */
export async function finishIntents(context: PerformContext): Promise<void> {
  const left = await leaseIntents(context.db, context.clock.now(), batch);
  const results = await Promise.allSettled(left.map((intent) => carryOut(intent, context)));
  const bugs = results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof Refusal) ? [result.reason] : [],
  );
  if (bugs.length > 0) {
    throw new AggregateError(bugs, `${bugs.length} intents could not be finished.`);
  }
}
