import type { Entry, InputOf, OutputOf } from '@hearth/contract';
import type { JobLog } from '../../platform/job-log.ts';
import type { Operation, OperationKind, Reading, Saga } from '../../platform/operation.ts';
import type { CallerPart, Services } from '../identity/index.ts';
import type { SubscriptionPart, SubscriptionServices } from '../subscriptions/index.ts';
import { type Patience, withPatience } from './patience.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PriceCheck } from './price-check.ts';

/** What operations about money get besides. */
export interface BillingServices extends Services {
  /** Undefined where payments are not set up: free plans only. */
  readonly payments: PaymentProvider | undefined;
  readonly prices: Pick<PriceCheck, 'faults'>;
  readonly subscriptionHooks: Pick<SubscriptionServices['subscriptionHooks'], 'onCanceled'>;
  /** What somebody waits for an answer at most. */
  readonly longestAnswerMs: number;
  /** For what a person has to look at. */
  readonly log: Pick<JobLog, 'error'>;
}

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
