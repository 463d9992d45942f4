import * as contract from '@hearth/contract';
import { changeCard } from './shared/change-card.ts';
import { saga } from './shared/operation.ts';

/** Removes a card; the last one of a paid subscription stays. */
export const deletePaymentMethod = saga(contract.deletePaymentMethod, async (input, context) => {
  await changeCard('remove-card', input, context);
  return {};
});
