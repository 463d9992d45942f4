import type { Intent, IntentKind, IntentRequest } from '../../records/intent.ts';
import type { Kind } from '../kind.ts';
import { abandon, cancel } from './cancel.ts';
import { changePlan } from './change-plan.ts';
import { create } from './create.ts';
import { endAtPeriodEnd } from './end-at-period-end.ts';
import { forgetPayer } from './forget-payer.ts';
import { payOwed } from './pay-owed.ts';
import { refund } from './refund.ts';
import { removeCard } from './remove-card.ts';
import { resume } from './resume.ts';
import { savePayer } from './save-payer.ts';
import { setDefault } from './set-default.ts';
import { startTaxes } from './start-taxes.ts';
import { undoPlanChange } from './undo-plan-change.ts';
import { updateDetails } from './update-details.ts';

/** All kinds of intents. */
export const kinds: {
  readonly [Name in IntentKind]: Kind<Extract<IntentRequest, { kind: Name }>>;
} = {
  create,
  'change-plan': changePlan,
  cancel,
  abandon,
  'end-at-period-end': endAtPeriodEnd,
  resume,
  'undo-plan-change': undoPlanChange,
  'forget-payer': forgetPayer,
  'save-payer': savePayer,
  'update-details': updateDetails,
  'set-default': setDefault,
  'remove-card': removeCard,
  'pay-owed': payOwed,
  refund,
  'start-taxes': startTaxes,
};

export function kindOf({ request }: Pick<Intent, 'request'>): Kind<IntentRequest> {
  // The record gives each kind its own steps, which the compiler cannot follow through the lookup.
  return kinds[request.kind] as unknown as Kind<IntentRequest>;
}

/** Kinds that a cancellation supersedes once they are stuck. */
export function supersededKinds(): IntentKind[] {
  return (Object.keys(kinds) as IntentKind[]).filter((name) => kinds[name].undo);
}
