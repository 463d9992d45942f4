import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';
import { typedCard } from './card.ts';

/** The sandbox makes a payment method of a card, as Stripe does for its script. Not on the wire: it goes with the sandbox. */
export const createSandboxCard = document({
  method: 'POST',
  path: '/sandbox/cards',
  access: signedIn,
  input: typedCard,
  output: z.object({ id: z.string() }),
  refusals: ['billing/too-many-attempts'],
});
