import type { AnyLimits, AppLimits, Document, InputOf, OutputOf } from '@hearth/contract';
import type { AccessContext, Services } from '../modules/identity/index.ts';
import {
  type Entitlements,
  findComingPlan,
  type Subscription,
  type SubscriptionView,
  smallerOf,
} from '../modules/subscriptions/index.ts';
import type { Changing, Operation, OperationKind, Reading, Saga } from '../platform/operation.ts';
import { refuseIf } from '../platform/refusal.ts';
import type { Database } from '../platform/transaction.ts';
import type { AppEnvironment } from './environment.ts';
import type { AppMailer } from './mails.ts';
import type { SignAddress } from './signed-addresses.ts';

/** Services of each operation of the product on Hearth. */
type PublicServices = Pick<Services, 'clock' | 'client' | 'settings' | 'texts' | 'site'>;

/** Input from the executor; the view if the call's access is about a subscription. */
export interface AppServices extends PublicServices, Environed {
  readonly entitlements: Entitlements;
  readonly view?: SubscriptionView;
}

/** Context of an operation of the product: everything it is given besides its input. */
export type AppContext<E extends Document, Part> = PublicServices &
  AccessContext<E['access'], SubscriptionView> &
  Part &
  Environed &
  Allowed;

interface Environed {
  readonly environment: AppEnvironment;
  readonly mailer: AppMailer;
  readonly signAddress: SignAddress;
}

interface Allowed {
  /** Limits of the subscription now; all 0 and false if the call is about no subscription. */
  readonly limits: AppLimits;
}

type Run<E extends Document, Part> = (
  input: InputOf<E>,
  context: AppContext<E, Part>,
) => Promise<OutputOf<E>>;

type Made<E extends Document, Kind extends OperationKind, Part> = Operation<
  E,
  Kind,
  AppServices & AccessContext<E['access'], SubscriptionView> & Part
>;

/** One statement without a transaction. */
export function read<E extends Document>(entry: E, run: Run<E, Reading>): Made<E, 'read', Reading> {
  return {
    entry,
    kind: 'read',
    run: (input, context) =>
      run(input, Object.assign({}, context, { limits: presentLimits(context) })),
  };
}

/** One transaction; the subscription is locked, and access and limits are read again inside. */
export function change<E extends Document>(
  entry: E,
  run: Run<E, Changing>,
): Made<E, 'change', Changing> {
  return {
    entry,
    kind: 'change',
    async run(input, context) {
      const limits = await admitChange(context.tx, context);
      return await run(input, Object.assign({}, context, { limits }));
    },
  };
}

/** Opens transactions of its own around slow steps, such as a provider's answer. */
export function saga<E extends Document>(entry: E, run: Run<E, Saga>): Made<E, 'saga', Saga> {
  return {
    entry,
    kind: 'saga',
    async run(input, context) {
      const limits = await admitChange(context.db, context);
      return await run(input, Object.assign({}, context, { limits }));
    },
  };
}

type Limited = Pick<AppServices, 'entitlements' | 'view'>;

/** Limits that a change has to keep. An unpaid subscription keeps its limits, and nothing in it changes until it is paid. */
export async function admitChange(db: Database, context: Limited): Promise<AnyLimits> {
  refuseIf(context.view?.subscription.status === 'unpaid', 'subscription/unpaid');
  return await comingLimits(db, context);
}

export function presentLimits({ entitlements, view }: Limited): AnyLimits {
  return view ? entitlements.limitsOf(view.subscription) : entitlements.nothing;
}

/** Limits for creating something: during a change to a smaller plan, those of both plans hold. */
async function comingLimits(db: Database, { entitlements, view }: Limited): Promise<AnyLimits> {
  const present = presentLimits({ entitlements, ...(view && { view }) });
  if (!view || Object.keys(present).length === 0) {
    return present;
  }
  const { subscription } = view;
  const coming = await findComingPlan(db, subscription.id);
  return coming === undefined
    ? present
    : smallerOf(present, limitsOn(coming, subscription, entitlements));
}

const limitsOn = (planId: string, { status }: Subscription, entitlements: Entitlements) =>
  entitlements.limitsOf({ status, planId });
