import type { Access, Entry, InputOf, OutputOf, SubscriptionAccess } from '@hearth/contract';
import type { Changing, Operation, OperationKind, Reading } from '../../platform/operation.ts';
import type { CallerPart, Services } from '../identity/index.ts';
import type { SubscriptionView } from './access.ts';
import type { SubscriptionHooks } from './hooks.ts';

/** The subscription as the caller stands to it, where the declared access is about one. */
export type SubscriptionPart<Who extends Access> = Who extends SubscriptionAccess
  ? { readonly view: SubscriptionView }
  : unknown;

/** What operations about subscriptions get besides. */
export interface SubscriptionServices extends Services {
  readonly subscriptionHooks: SubscriptionHooks;
}

type Context<E extends Entry, Part> = SubscriptionServices &
  CallerPart<E['access']> &
  SubscriptionPart<E['access']> &
  Part;

type Run<E extends Entry, Part> = (
  input: InputOf<E>,
  context: Context<E, Part>,
) => Promise<OutputOf<E>>;

type SubscriptionOperation<E extends Entry, Kind extends OperationKind, Part> = Operation<
  E,
  Kind,
  Context<E, Part>
>;

export function read<E extends Entry>(
  entry: E,
  run: Run<E, Reading>,
): SubscriptionOperation<E, 'read', Reading> {
  return { entry, kind: 'read', run };
}

/** With a subscription's access, the subscription is locked and the access read again inside the transaction. */
export function change<E extends Entry>(
  entry: E,
  run: Run<E, Changing>,
): SubscriptionOperation<E, 'change', Changing> {
  return { entry, kind: 'change', run };
}

/** The operation's `view` also says who holds which permission, where the caller may see it. */
export function withHolders<Subject extends object>(
  operation: Subject,
): Subject & { readonly withHolders: true } {
  return { ...operation, withHolders: true };
}
