import * as contract from '@hearth/contract';
import { changeCard } from './change-card.ts';
import { saga } from './operation.ts';

/** Chooses the card that is charged next; what is owed is tried with it at once. */
export const setDefaultPaymentMethod = saga(
  contract.setDefaultPaymentMethod,
  async (input, context) => {
    await changeCard('set-default', input, context);
    return {};
  },
);
