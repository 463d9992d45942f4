import type { Kinds } from '../intents/kind.ts';
import { abandon, cancel, endAtPeriodEnd } from './cancel.ts';
import { removeCard, setDefault } from './card.ts';
import { planChange } from './change-plan-steps.ts';
import { create } from './create.ts';
import { extendTrial } from './extend-trial.ts';
import { freePlanEnd, freePlanGift } from './free-plan.ts';
import { freeTimeEnd, freeTimeGift } from './free-time.ts';
import { payOwed } from './pay-owed.ts';
import { refund } from './refund.ts';
import { resume } from './resume.ts';
import { savePayer } from './save-payer.ts';
import { startTaxes } from './start-taxes.ts';
import { forgetPayer } from './transfer.ts';
import { planChangeUndo } from './undo-plan-change.ts';
import { updateDetails } from './update-billing-details.ts';

/** Every change of money, by the name of its intent. */
export const kinds: Kinds = {
  create,
  'change-plan': planChange,
  cancel,
  abandon,
  'end-at-period-end': endAtPeriodEnd,
  resume,
  'extend-trial': extendTrial,
  'give-free-time': freeTimeGift,
  'end-free-time': freeTimeEnd,
  'give-free-plan': freePlanGift,
  'end-free-plan': freePlanEnd,
  'undo-plan-change': planChangeUndo,
  'forget-payer': forgetPayer,
  'save-payer': savePayer,
  'update-details': updateDetails,
  'set-default': setDefault,
  'remove-card': removeCard,
  'pay-owed': payOwed,
  refund,
  'start-taxes': startTaxes,
};
