import * as contract from '@hearth/contract';
import { changeCard } from './shared/change-card.ts';
import { saga } from './shared/operation.ts';

/** Makes a card the default, and immediately charges it what is owed. */
export const setDefaultPaymentMethod = saga(
  contract.setDefaultPaymentMethod,
  async (input, context) => {
    await changeCard('set-default', input, context);
    return {};
  },
);
