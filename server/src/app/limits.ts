import { refuseIf, refuseUnless } from '../platform/refusal.ts';

type CountedName<Limits> = {
  readonly [Name in keyof Limits]: Limits[Name] extends number | null ? Name : never;
}[keyof Limits];

type IncludedName<Limits> = {
  readonly [Name in keyof Limits]: Limits[Name] extends boolean ? Name : never;
}[keyof Limits];

/**
 * Refuses one more than the plan allows; a name that the limits do not have allows none. Count `used` in the change,
 * under the subscription's lock.
 */
export function requireWithin<Limits extends object>(
  limits: Limits,
  name: CountedName<Limits>,
  used: number,
): void {
  const most: unknown = limits[name] ?? (name in limits ? null : 0);
  const isReached = typeof most === 'number' && used >= most;
  refuseIf(isReached, 'plan/limit-reached', `${used} of ${most}`);
}

/** Refuses what the plan does not have. */
export function requireIncluded<Limits extends object>(
  limits: Limits,
  name: IncludedName<Limits>,
): void {
  refuseUnless(limits[name] === true, 'plan/not-included');
}
