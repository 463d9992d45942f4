import { mayOperate, type OperatorRight, type OperatorRole } from '@hearth/contract';
import type { Clock } from '../../../platform/clock.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { Caller } from '../../identity/index.ts';
import { findStoredRole } from './operator-store.ts';

export interface OperatorRules {
  readonly clock: Clock;
  /** Addresses that OPERATOR_EMAILS names. */
  readonly operators: readonly string[];
  readonly needsOperatorFactor: boolean;
}

const recentMs = 60 * 60_000;

/**
 * Role of an operator who has the right now. Others get the answer of an unknown path. An operator learns what is
 * missing: the right, a second factor, or a recent sign-in.
 */
export async function requireOperator(
  db: Database,
  { caller, right }: { readonly caller: Caller; readonly right: OperatorRight },
  rules: OperatorRules,
): Promise<OperatorRole> {
  const role = await findRole(db, caller, rules);
  refuseUnless(role, 'request/unknown-path');
  refuseUnless(mayOperate(role, right), 'access/denied');
  refuseIf(
    rules.needsOperatorFactor && caller.secondFactor === null,
    'access/second-factor-required',
  );
  const age = rules.clock.now().getTime() - caller.signedInAt.getTime();
  refuseIf(age > recentMs, 'auth/requires-recent-login');
  return role;
}

/** Role of the account; an address that nobody has proven makes no operator. */
export async function findRole(
  db: Database,
  { uid, email, emailVerified }: Pick<Caller, 'uid' | 'email' | 'emailVerified'>,
  { operators }: Pick<OperatorRules, 'operators'>,
): Promise<OperatorRole | undefined> {
  if (!emailVerified) {
    return undefined;
  }
  return operators.includes(email) ? 'admin' : await findStoredRole(db, uid);
}
