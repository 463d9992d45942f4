import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { document } from '../entry.ts';

/** Ends a view before its time; ending it twice is fine. The token is all that it takes. */
export const endView = document({
  method: 'POST',
  path: '/v1/views/end',
  access: anyone,
  input: z.strictObject({
    /** As `startView` answered it. */
    token: z.string(),
  }),
  output: z.object({}),
  refusals: [],
});
