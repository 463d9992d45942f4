import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';
import { sandboxText } from './card.ts';

/** The person's answer to the bank. */
export const answerSandboxChallenge = document({
  method: 'POST',
  path: '/sandbox/challenges',
  access: signedIn,
  input: z.strictObject({ client_secret: sandboxText, success: z.boolean() }),
  output: z.object({ outcome: z.enum(['succeeded', 'failed', 'nothing-asked']) }),
  refusals: ['billing/too-many-attempts'],
});
