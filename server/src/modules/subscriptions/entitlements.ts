import type { AnyLimits, HearthConfig, SubscriptionStatus } from '@hearth/contract';
import { findPlan } from './plan.ts';

type Plans = Pick<HearthConfig, 'plans'>;

/** Status and plan of a subscription, which decide what it may use. */
interface Entitled {
  readonly status: SubscriptionStatus;
  readonly planId: string;
}

/** Limits of subscriptions in the product on Hearth. */
export interface Entitlements {
  /** Limits of a subscription that may use nothing. */
  readonly nothing: AnyLimits;
  limitsOf(entitled: Entitled): AnyLimits;
}

/**
 * Limits of a plan as configured. A subscription that is canceled, never paid, or of a removed plan has 0 and false,
 * since a missing value would mean no limit.
 */
export function createEntitlements(settings: Plans): Entitlements {
  const nothing = toNothing(settings);
  return {
    nothing,
    limitsOf({ status, planId }) {
      const isOpen = status !== 'canceled' && status !== 'incomplete';
      const plan = isOpen ? findPlan(settings, planId) : undefined;
      return plan?.limits ?? nothing;
    },
  };
}

/** Each plan has all names of the product's schema, which the start has checked. */
function toNothing({ plans }: Plans): AnyLimits {
  const limits = plans.flatMap((plan) => Object.entries(plan.limits ?? {}));
  return Object.fromEntries(
    limits.map(([name, value]) => [name, typeof value === 'boolean' ? false : 0]),
  );
}

/** For each name the smaller of two limits, as while a change to a smaller plan is under way. */
export function smallerOf(one: AnyLimits, other: AnyLimits): AnyLimits {
  return Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, smaller(value, other[name])]),
  );
}

function smaller(one: AnyLimits[string], other: AnyLimits[string] | undefined): AnyLimits[string] {
  if (typeof one === 'boolean') {
    return one && other !== false;
  }
  if (one === null || typeof other !== 'number') {
    return typeof other === 'number' ? other : one;
  }
  return Math.min(one, other);
}
