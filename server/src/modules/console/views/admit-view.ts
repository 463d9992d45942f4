import { type HearthConfig, mayOperate } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { CallerClaims } from '../../identity/index.ts';
import { findRole, type OperatorRules } from '../roles/require-operator.ts';
import { findRunningView } from './view-store.ts';
import { fromSessionName, toSessionName, toViewHash } from './view-token.ts';

interface Proof {
  readonly idToken?: string | undefined;
  readonly claims?: CallerClaims | undefined;
}

/** Hash of the view's token, if the request proves a view: by that token, or by an address that was signed for it. */
export function findViewHash({ idToken, claims }: Proof): Buffer | undefined {
  return claims ? fromSessionName(claims.sessionId) : toViewHash(idToken ?? '');
}

interface ViewRules extends OperatorRules {
  readonly db: Database;
  readonly settings: Pick<HearthConfig, 'policy'>;
}

/**
 * The person who is seen, with each request: the view ends at its time, with the operator's session or role, and once
 * either account is disabled or the person is an operator.
 */
export async function admitView(tokenHash: Buffer, rules: ViewRules): Promise<CallerClaims> {
  const { db, clock, settings, needsOperatorFactor } = rules;
  refuseUnless(settings.policy.operatorsSeeAsPerson, 'view/ended');
  const view = await findRunningView(db, { tokenHash, at: clock.now() });
  refuseUnless(view, 'view/ended');
  const { person, operator, hasSecondFactor, isShown } = view;
  const role = await findRole(db, operator, rules);
  const mayLook = role !== undefined && mayOperate(role, 'admin');
  refuseUnless(mayLook && (isShown || !needsOperatorFactor), 'view/ended');
  refuseIf((await findRole(db, person, rules)) !== undefined, 'view/ended');
  return {
    uid: person.uid,
    sessionId: toSessionName(tokenHash),
    view: { operatorId: operator.uid, hasSecondFactor },
  };
}
