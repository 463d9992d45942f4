import * as z from 'zod/mini';
import { maybeSignedIn } from '../access.ts';
import { identityCall } from '../entry.ts';

/** Begins a sign-in at a social provider, or with an ID token a linking; with `identifier` alone, lists how an address signs in. */
export const createAuthUri = identityCall({
  method: 'POST',
  path: '/v1/accounts:createAuthUri',
  legacyName: 'createAuthUri',
  service: 'identitytoolkit',
  cookieSession: { binds: true },
  access: maybeSignedIn,
  input: z.object({
    /** Account to link to, which alone may finish what begins here. */
    idToken: z.optional(z.string()),
    /** Such as `google.com`. */
    providerId: z.optional(z.string()),
    /** On PUBLIC_URL or an origin of `returnOrigins`; the provider leads back to /auth/callback whatever it says. */
    continueUri: z.optional(z.string()),
    /** From an earlier answer: one for all sign-ins that a client has under way. */
    sessionId: z.optional(z.string()),
    /** Address to ask about. */
    identifier: z.optional(z.string()),
  }),
  output: z.object({
    kind: z.literal('identitytoolkit#CreateAuthUriResponse'),
    /** Page of the provider where the person signs in. */
    authUri: z.optional(z.string()),
    providerId: z.optional(z.string()),
    /** Secret that `signInWithIdp` wants back, if a provider was asked for; a cookie session's is in its cookie. */
    sessionId: z.optional(z.string()),
    /** Like the next two, only when e-mail enumeration protection is off. */
    registered: z.optional(z.boolean()),
    allProviders: z.optional(z.array(z.string())),
    signinMethods: z.optional(z.array(z.string())),
  }),
  refusals: [
    'auth/invalid-provider-id',
    'auth/provider-not-enabled',
    'auth/provider-on-devices-only',
    'auth/invalid-continue-uri',
    'auth/unauthorized-continue-uri',
    'auth/requires-recent-login',
    'auth/missing-identifier',
    'auth/missing-continue-uri',
    'auth/invalid-identifier',
    'auth/provider-unavailable',
    'auth/too-many-requests',
  ],
});
