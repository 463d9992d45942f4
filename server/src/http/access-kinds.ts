import type { Access, HearthConfig, SubscriptionAccess } from '@hearth/contract';
import type { Caller } from '../modules/identity/index.ts';
import { refuse, refuseIf, refuseUnless } from '../platform/refusal.ts';

/** Whether the call is made without proving anything. */
export function isOpen({ kind }: Access): boolean {
  return kind === 'anyone' || kind === 'maybe-signed-in';
}

export function isAboutSubscription(access: Access): access is SubscriptionAccess {
  return !isOpen(access) && !['signed-in', 'self', 'operator', 'key'].includes(access.kind);
}

interface Rules {
  /** Proven addresses of operators. */
  readonly operators: readonly string[];
  readonly settings: HearthConfig;
}

interface PersonalQuestion {
  readonly access: Access;
  readonly caller: Caller;
  readonly input: unknown;
}

/** Refuses a call about another account, and a call of operators to all others, and to one without a second factor that they need. */
export function requirePersonal(
  { access, caller, input }: PersonalQuestion,
  { operators, settings }: Rules,
): void {
  const isSelf = access.kind !== 'self' || fieldOf(input, 'uid') === caller.uid;
  const isProven = caller.emailVerified && operators.includes(caller.email);
  const isOperators = access.kind === 'operator';
  refuseUnless(isSelf && (!isOperators || isProven), 'access/denied');
  const isNeeded = ['admins', 'everyone'].includes(settings.policy.secondFactor);
  const isMissing = isOperators && isNeeded && caller.secondFactor === null;
  refuseIf(isMissing, 'access/second-factor-required');
}

/** A subscription or account id that the declared access speaks of. In the query of a route of the product it may be missing or doubled. */
export function fieldOf(input: unknown, name: 'subscriptionId' | 'uid' | 'userId'): string {
  const value = (input as Record<string, unknown>)[name];
  return typeof value === 'string'
    ? value
    : refuse('request/invalid', `${name}: must be given once.`);
}
