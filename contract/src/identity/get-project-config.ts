import * as z from 'zod/mini';
import { anyone } from '../access.ts';
import { identityCall } from '../entry.ts';

/** Answers Google's SDKs which sites and ways to sign in a project allows. */
export const getProjectConfig = identityCall({
  method: 'GET',
  path: '/v1/projects',
  legacyName: 'getProjectConfig',
  service: 'identitytoolkit',
  access: anyone,
  input: z.object({}),
  output: z.object({
    projectId: z.string(),
    apiKey: z.string(),
    /** Hosts of the sites that may sign people in. */
    authorizedDomains: z.array(z.string()),
    allowPasswordUser: z.literal(true),
    enableAnonymousUser: z.literal(false),
    idpConfig: z.array(z.object({ provider: z.string(), enabled: z.literal(true) })),
  }),
  refusals: [],
});
