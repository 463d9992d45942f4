import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';

/** Says that no captcha is asked for; Google's SDK wants a key all the same. */
export const recaptchaConfig = identityCall({
  method: 'GET',
  path: '/v2/recaptchaConfig',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({}),
  output: z.object({
    /** `projects/{projectId}/keys/{key}`. */
    recaptchaKey: z.string(),
    recaptchaEnforcementState: z.array(
      z.object({
        provider: z.literal('EMAIL_PASSWORD_PROVIDER'),
        enforcementState: z.literal('OFF'),
      }),
    ),
  }),
  refusals: [],
});
