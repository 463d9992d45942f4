import { Refusal, refuse } from '../../../platform/refusal.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { ChangeRefused } from '../port/change-refused.ts';
import { ProviderRejected } from '../port/payment-provider.ts';
import { asRefusals, codeOf } from '../port/require-payments.ts';
import type { Intent, IntentOutcome, IntentRequest } from '../records/intent.ts';
import { leaseIntents, leaseUntil, releaseIntent } from '../records/intent-lease-store.ts';
import { endForgotten, endUnmade } from './end-unmade.ts';
import { performCancel } from './kinds/perform-cancel.ts';
import { performChange } from './kinds/perform-change.ts';
import { performCreate } from './kinds/perform-create.ts';
import { performForgetPayer } from './kinds/perform-forget-payer.ts';
import { performRemoveCard } from './kinds/perform-remove-card.ts';
import { performSetDefault } from './kinds/perform-set-default.ts';
import { performUpdateDetails } from './kinds/perform-update-details.ts';
import { goOnPuttingOff, putOff } from './put-off.ts';

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
    return (
      (await goOnPuttingOff(intent, context)) ??
      (await endForgotten(intent, context)) ??
      (await perform(intent as never, context))
    );
  } catch (error) {
    try {
      // Also of what is asked for the judgement.
      return await asRefusals(() => endRefused({ intent, error }, context));
    } finally {
      await releaseIntent(context.db, intent.id, context.clock.now());
    }
  }
}

interface Failure {
  readonly intent: Intent;
  readonly error: unknown;
}

/** What is not done now, or never as asked, is over; what has failed otherwise is thrown. */
async function endRefused(
  { intent, error }: Failure,
  context: PerformContext,
): Promise<IntentOutcome> {
  if (error instanceof ChangeRefused) {
    return await putOff(intent, codeOf(error), context);
  }
  if (error instanceof ProviderRejected) {
    const { id, request } = intent;
    const details = { err: error, intent: id, kind: request.kind };
    context.log.error(details, 'the payment provider refuses a change of money');
    const ended = await endUnmade(intent, 'billing/rejected', context);
    return ended ?? refuse('billing/rejected');
  }
  throw error;
}

/** So many at once; the others are gone on with next time. */
const batch = 20;

/** Goes on with what a crash or an unreachable provider left open. */
export async function finishIntents(context: PerformContext): Promise<void> {
  const at = context.clock.now();
  const left = await leaseIntents(context.db, { at, until: leaseUntil(at), limit: batch });
  const results = await Promise.allSettled(left.map((intent) => carryOut(intent, context)));
  const bugs = results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof Refusal) ? [result.reason] : [],
  );
  if (bugs.length > 0) {
    throw new AggregateError(bugs, `${bugs.length} intents could not be finished.`);
  }
}
