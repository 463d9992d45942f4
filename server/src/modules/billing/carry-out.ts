import { Refusal } from '../../platform/refusal.ts';
import type { Intent, IntentOutcome, IntentRequest } from './intent.ts';
import { leaseIntents, releaseIntent } from './intent-store.ts';
import { ProviderUnavailable } from './payment-provider.ts';
import { performCancel } from './perform-cancel.ts';
import { performChange } from './perform-change.ts';
import { leaseMs, type PerformContext } from './perform-context.ts';
import { performCreate } from './perform-create.ts';
import { performForgetPayer } from './perform-forget-payer.ts';

/** Asks the provider and ends the intent with the answer; may be begun again at any step. */
type Perform<Kind extends IntentRequest['kind']> = (
  intent: Intent<Extract<IntentRequest, { kind: Kind }>>,
  context: PerformContext,
) => Promise<IntentOutcome>;

const performers: { readonly [Kind in IntentRequest['kind']]: Perform<Kind> } = {
  create: performCreate,
  'change-plan': performChange,
  cancel: performCancel,
  abandon: performCancel,
  'forget-payer': performForgetPayer,
};

const retryMs = 30_000;

/** A provider that does not answer leaves the intent open: the job goes on with it. */
export async function carryOut(intent: Intent, context: PerformContext): Promise<IntentOutcome> {
  // The record pairs each kind with its steps; here the compiler no longer sees the pair.
  const perform: (intent: never, context: PerformContext) => Promise<IntentOutcome> =
    performers[intent.request.kind];
  try {
    return await perform(intent as never, context);
  } catch (error) {
    const until = new Date(context.clock.now().getTime() + retryMs);
    await releaseIntent(context.db, intent.id, until);
    throw error instanceof ProviderUnavailable
      ? new Refusal('billing/provider-unavailable')
      : error;
  }
}

/** Goes on with what a crash or an unreachable provider left open. */
export async function finishIntents(context: PerformContext): Promise<void> {
  const at = context.clock.now();
  const left = await leaseIntents(context.db, { at, until: new Date(at.getTime() + leaseMs) });
  const results = await Promise.allSettled(left.map((intent) => carryOut(intent, context)));
  const bugs = results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof Refusal) ? [result.reason] : [],
  );
  if (bugs.length > 0) {
    throw new AggregateError(bugs, `${bugs.length} intents could not be finished.`);
  }
}
