import * as z from 'zod/mini';
import { signedIn } from '../access.ts';
import { document } from '../entry.ts';
import { session } from './session.ts';

/** One's own active sessions: this one first, then by last use. */
export const listSessions = document({
  method: 'GET',
  path: '/v1/sessions',
  access: signedIn,
  readOnly: true,
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(session) }),
  refusals: [],
});
