import { Refusal } from '../../platform/refusal.ts';
import type { Intent, IntentOutcome, IntentRequest } from './intent.ts';
import { leaseIntents, releaseIntent } from './intent-store.ts';
import { ProviderUnavailable } from './payment-provider.ts';
import { performAbandon } from './perform-abandon.ts';
import { performCancel } from './perform-cancel.ts';
import { performChange } from './perform-change.ts';
import { leaseUntil, type PerformContext } from './perform-context.ts';
import { performCreate } from './perform-create.ts';
import { performForgetPayer } from './perform-forget-payer.ts';
import { performRemoveCard } from './perform-remove-card.ts';
import { performSetDefault } from './perform-set-default.ts';
import { performUpdateDetails } from './perform-update-details.ts';

/** Asks the provider and ends the intent with the answer; may be begun again at any step. */
type Perform<Kind extends IntentRequest['kind']> = (
  intent: Intent<Extract<IntentRequest, { kind: Kind }>>,
  context: PerformContext,
) => Promise<IntentOutcome>;

const performers: { readonly [Kind in IntentRequest['kind']]: Perform<Kind> } = {
  create: performCreate,
  'change-plan': performChange,
  cancel: performCancel,
  abandon: performAbandon,
  'forget-payer': performForgetPayer,
  'update-details': performUpdateDetails,
  'set-default': performSetDefault,
  'remove-card': performRemoveCard,
};

/** A provider that does not answer leaves the intent open: whoever asks again or the job goes on with it. */
export async function carryOut(intent: Intent, context: PerformContext): Promise<IntentOutcome> {
  // The record pairs each kind with its steps; here the compiler no longer sees the pair.
  const perform: (intent: never, context: PerformContext) => Promise<IntentOutcome> =
    performers[intent.request.kind];
  try {
    return await perform(intent as never, context);
  } catch (error) {
    await releaseIntent(context.db, intent.id, context.clock.now());
    throw error instanceof ProviderUnavailable
      ? new Refusal('billing/provider-unavailable')
      : error;
  }
}

/** Goes on with what a crash or an unreachable provider left open. */
export async function finishIntents(context: PerformContext): Promise<void> {
  const at = context.clock.now();
  const left = await leaseIntents(context.db, { at, until: leaseUntil(at) });
  const results = await Promise.allSettled(left.map((intent) => carryOut(intent, context)));
  const bugs = results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof Refusal) ? [result.reason] : [],
  );
  if (bugs.length > 0) {
    throw new AggregateError(bugs, `${bugs.length} intents could not be finished.`);
  }
}
