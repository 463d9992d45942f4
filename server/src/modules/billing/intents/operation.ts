import type { Entry, InputOf, OutputOf } from '@hearth/contract';
import type { Saga } from '../../../platform/operation.ts';
import { type AccessContext, operationsOf } from '../../identity/index.ts';
import type { SubscriptionView } from '../../subscriptions/index.ts';
import { type AnswerDeadline, withAnswerDeadline } from './answer-deadline.ts';
import type { ChangeServices } from './kind.ts';

const operations = operationsOf<ChangeServices, SubscriptionView>();

export const { read } = operations;

type SagaContext<E extends Entry> = ChangeServices &
  AccessContext<E['access'], SubscriptionView> &
  Saga & { readonly deadline: AnswerDeadline };

/** An operation that asks the provider. It is answered within `longestAnswerMs` however slow the provider is. */
export function saga<E extends Entry>(
  entry: E,
  run: (input: InputOf<E>, context: SagaContext<E>) => Promise<OutputOf<E>>,
) {
  return operations.saga(entry, (input, context) =>
    withAnswerDeadline(context.longestAnswerMs, (deadline) =>
      run(input, Object.assign({}, context, { deadline })),
    ),
  );
}
