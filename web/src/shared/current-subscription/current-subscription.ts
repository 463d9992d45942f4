import {
  type AppLimits,
  type PublicConfig,
  type PublicPlan,
  type Subscription,
  toAppLimits,
} from '@hearth/contract';
import { createContext, useContext } from 'react';
import { planById } from '../config/index.ts';
import { zoneOf } from './zone-of.ts';

/** The subscription of the route, and what the signed-in person may do in it. */
export interface CurrentSubscription {
  readonly subscription: Subscription;
  /** Undefined when the configuration has dropped the plan. */
  readonly plan: PublicPlan | undefined;
  readonly isOwner: boolean;
  /** Holds a permission that opens users, billing and settings. */
  readonly isAdminLevel: boolean;
  /** Limits of the project in the product on Hearth; undefined if it limits nothing. */
  readonly limits: AppLimits | undefined;
  /** How much the server answers this person about the money. */
  readonly seesBilling: NonNullable<PublicConfig['membersSeeBilling']>;
  /** Whether the person holds the permission. The owner passes every check without it. */
  holds(key: string): boolean;
}

interface Reader {
  readonly config: PublicConfig;
  readonly uid: string;
}

export function toCurrentSubscription(
  subscription: Subscription,
  { config, uid }: Reader,
): CurrentSubscription {
  const holds = (key: string) => subscription.permissions[key]?.includes(uid) ?? false;
  const isAdminLevel = config.permissions.some(({ key, admin }) => admin && holds(key));
  return {
    subscription,
    plan: planById(config, subscription.plan_id),
    isOwner: subscription.owner_id === uid,
    limits: toAppLimits(subscription.limits),
    isAdminLevel,
    seesBilling: isAdminLevel ? 'all' : (config.membersSeeBilling ?? 'all'),
    holds,
  };
}

/** Members are those who hold the default permission. */
export function isMember(subscription: Subscription, { config, uid }: Reader): boolean {
  return config.permissions.some(
    ({ key, default: isDefault }) => isDefault && subscription.permissions[key]?.includes(uid),
  );
}

interface CurrentSubscriptionValue extends CurrentSubscription {
  /** Shows the record that a change answered, here and in lists. */
  replace(subscription: Subscription): void;
}

/** Apart from its provider, so that guards can ask for it without loading the data layer. */
export const CurrentSubscriptionContext = createContext<CurrentSubscriptionValue | undefined>(
  undefined,
);

/** The project of the screen, with its plan and limits and what the person may do in it. Not for screens about the person. */
export function useCurrentSubscription(): CurrentSubscriptionValue {
  const value = useContext(CurrentSubscriptionContext);
  if (!value) {
    throw new Error('useCurrentSubscription needs a CurrentSubscriptionProvider above it.');
  }
  return value;
}

/** Time zone of the dates of charges and invoices: the project's if the page is about one, else the reader's. */
export function useTimeZone(): string | undefined {
  const value = useContext(CurrentSubscriptionContext);
  return value && zoneOf(value.subscription);
}
