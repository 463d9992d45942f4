import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';
import { sandboxText, typedCard } from './card.ts';

/** Keeps a card for the customer whom the client secret belongs to, unless its bank wants to ask first. */
export const finishSandboxSetup = document({
  method: 'POST',
  path: '/sandbox/setups',
  access: signedIn,
  input: z.extend(typedCard, { client_secret: sandboxText }),
  output: z.object({
    id: z.string(),
    outcome: z.enum(['succeeded', 'authentication-needed']),
  }),
  refusals: ['billing/too-many-attempts', 'billing/verification-required'],
});
