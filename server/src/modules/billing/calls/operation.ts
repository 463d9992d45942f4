import type { Entry, InputOf, OutputOf } from '@hearth/contract';
import type { Operation, OperationKind, Reading, Saga } from '../../../platform/operation.ts';
import type { CallerPart } from '../../identity/index.ts';
import type { SubscriptionPart } from '../../subscriptions/index.ts';
import type { BillingServices } from '../port/billing-services.ts';
import { type Patience, withPatience } from '../port/patience.ts';

type Context<E extends Entry, Part> = BillingServices &
  CallerPart<E['access']> &
  SubscriptionPart<E['access']> &
  Part;

type Run<E extends Entry, Part> = (
  input: InputOf<E>,
  context: Context<E, Part>,
) => Promise<OutputOf<E>>;

type BillingOperation<E extends Entry, Kind extends OperationKind, Part> = Operation<
  E,
  Kind,
  Context<E, Part>
>;

export function read<E extends Entry>(
  entry: E,
  run: Run<E, Reading>,
): BillingOperation<E, 'read', Reading> {
  return { entry, kind: 'read', run };
}

/** One that asks the provider; it is answered in time, also where the provider is slow. */
export function saga<E extends Entry>(
  entry: E,
  run: Run<E, Saga & { readonly patience: Patience }>,
): BillingOperation<E, 'saga', Saga> {
  return {
    entry,
    kind: 'saga',
    run: (input, context) =>
      withPatience(context.longestAnswerMs, (patience) =>
        run(input, Object.assign({}, context, { patience })),
      ),
  };
}
