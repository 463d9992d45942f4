import type { RefusalCode } from '@hearth/contract';
import { refuse } from '../../../platform/refusal.ts';
import {
  CodeRefused,
  KeyRefused,
  ProviderRejected,
  SavedFailure,
} from '../port/payment-provider.ts';
import { ChangeRefused, InstantOutsidePeriod } from '../port/provider-failure.ts';
import {
  asRefusals,
  codeOf,
  codeOfTax,
  requirePaying,
  requireRightAccount,
} from '../port/require-payments.ts';
import type { Intent, IntentOutcome, IntentRefusal } from '../records/intent.ts';
import { notePutOff, noteSavedFailure, releaseIntent } from '../records/intent-store.ts';
import { type ChangeContext, kindOf, type Settlement } from './kind.ts';
import { settleIntent } from './settle-intent.ts';

/** Carries an intent out. While the provider does not answer, it stays open for the next request or the job. */
export async function carryOut(intent: Intent, context: ChangeContext): Promise<IntentOutcome> {
  try {
    const settlement =
      (await resumePutOff(intent, context)) ??
      (await refuseExpired(intent, context)) ??
      (await kindOf(intent, context).perform(intent, context));
    return await settleIntent(intent, settlement, context);
  } catch (error) {
    try {
      return await asRefusals(() => settleFailure({ intent, error }, context));
    } finally {
      await releaseIntent(context.db, intent.id, context.clock.now());
    }
  }
}

/** Goes on putting the change off where a crash or a refused key interrupted that, instead of trying it again. */
async function resumePutOff(
  intent: Intent,
  context: ChangeContext,
): Promise<Settlement | undefined> {
  const code = intent.request.deferred;
  return code ? await putOff(intent, { code }, context) : undefined;
}

/** Refuses an intent whose keys the provider may have forgotten: asked again, it might act twice. */
async function refuseExpired(
  intent: Intent,
  context: ChangeContext,
): Promise<Settlement | undefined> {
  const { expiresAfterMs } = kindOf(intent, context);
  const age = context.clock.now().getTime() - intent.createdAt.getTime();
  const isExpired = expiresAfterMs !== null && age > expiresAfterMs;
  if (!isExpired) {
    return undefined;
  }
  // Another account does not know what was done, so the intent waits for the right keys.
  await requireRightAccount(context.payments);
  return await undoIntent(intent, { code: 'billing/rejected' }, context);
}

/** Settles an intent that was put off or rejected. Any other failure is thrown and leaves it open. */
async function settleFailure(
  { intent, error }: { readonly intent: Intent; readonly error: unknown },
  context: ChangeContext,
): Promise<IntentOutcome> {
  if (error instanceof ChangeRefused) {
    const code = toPutOffCode(intent, error);
    const settlement = await putOff(intent, { code }, context);
    return settlement ? await settleIntent(intent, settlement, context) : refuse(code);
  }
  if (error instanceof ProviderRejected) {
    const code = toRejection(intent, error, context);
    const settlement = await undoIntent(intent, { code }, context);
    return settlement ? await settleIntent(intent, settlement, context) : refuse(code);
  }
  if (error instanceof SavedFailure) {
    await noteSavedFailure(context.db, intent.id, context.clock.now());
  }
  if (error instanceof KeyRefused && kindOf(intent, context).undo) {
    // Its caller is told that it failed, so that it must not charge once the key is accepted again.
    await notePutOff(context.db, intent.id, 'billing/provider-unavailable');
  }
  throw error;
}

/** An address, a tax id or a code is the payer's to correct; anything else is logged for the operator. */
function toRejection(
  { id, request }: Intent,
  error: ProviderRejected,
  { log }: ChangeContext,
): RefusalCode {
  const code = error instanceof CodeRefused ? 'billing/code-invalid' : codeOfTax(error);
  if (!code) {
    const details = { err: error, intent: id, kind: request.kind };
    log.error(details, 'intent rejected by provider');
  }
  return code ?? 'billing/rejected';
}

/** A period that ended meanwhile has changed the price only for a caller that was shown one. */
function toPutOffCode({ request }: Intent, error: ChangeRefused): RefusalCode {
  const wasShown = request.kind === 'change-plan' && request.shown;
  return error instanceof InstantOutsidePeriod && !wasShown ? 'billing/under-way' : codeOf(error);
}

/**
 * Gives a change up for now; the caller may repeat the request. Undefined if an earlier attempt has made it, whose
 * answer was lost.
 */
async function putOff(
  intent: Intent,
  refusal: IntentRefusal,
  context: ChangeContext,
): Promise<Settlement | undefined> {
  await notePutOff(context.db, intent.id, refusal.code);
  const settlement = await undoIntent(intent, refusal, context);
  return settlement && { ...settlement, isPutOff: true };
}

/** Undoes an intent; undefined where the provider has carried it out, and for a kind that cannot be refused. */
export async function undoIntent(
  intent: Intent,
  refusal: IntentRefusal,
  context: ChangeContext,
): Promise<Settlement | undefined> {
  const kind = kindOf(intent, context);
  const paying = requirePaying(context);
  if (!kind.undo || (await kind.wasDone(intent, paying))) {
    return undefined;
  }
  return await kind.undo(intent, refusal, paying);
}
