import type { Entry, InputOf, OutputOf } from '@hearth/contract';
import type { Saga } from '../../../platform/operation.ts';
import { type AccessContext, operationsOf } from '../../identity/index.ts';
import type { SubscriptionView } from '../../subscriptions/index.ts';
import type { BillingServices } from '../port/billing-services.ts';
import { type Patience, withPatience } from '../port/patience.ts';

const operations = operationsOf<BillingServices, SubscriptionView>();

export const { read } = operations;

type Context<E extends Entry> = BillingServices &
  AccessContext<E['access'], SubscriptionView> &
  Saga & { readonly patience: Patience };

/** One that asks the provider; it is answered in time, also where the provider is slow. */
export function saga<E extends Entry>(
  entry: E,
  run: (input: InputOf<E>, context: Context<E>) => Promise<OutputOf<E>>,
) {
  return operations.saga(entry, (input, context) =>
    withPatience(context.longestAnswerMs, (patience) =>
      run(input, Object.assign({}, context, { patience })),
    ),
  );
}
