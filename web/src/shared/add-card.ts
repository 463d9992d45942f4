import { paths } from './paths.ts';

/** In the address of the cards, opens the form for another one. */
export const addName = 'add';

export const addCardPath = (subscriptionId: string) =>
  `${paths.paymentMethods(subscriptionId)}?${addName}=card`;
