import * as z from 'zod/mini';
import { maybeSignedIn } from '../access.ts';
import { identityCall } from '../entry.ts';
import { waitingForSecondFactor } from './second-factor.ts';
import { sessionTokens } from './session-tokens.ts';

const kind = z.literal('identitytoolkit#VerifyAssertionResponse');

/** Identity of the person, as the provider states it. */
const identity = {
  kind,
  providerId: z.string(),
  /** The person at the provider; at Google an address. */
  federatedId: z.string(),
  /** Like the next one, what `postBody` held: SDKs make a credential of it again. */
  oauthIdToken: z.optional(z.string()),
  oauthAccessToken: z.optional(z.string()),
  /** Claims of the provider about the person, as JSON; SDKs show them as the profile. */
  rawUserInfo: z.string(),
  fullName: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  /** Name of the account at GitHub or Twitter. */
  screenName: z.optional(z.string()),
};

/** The person is known. */
const known = {
  ...identity,
  isNewUser: z.boolean(),
  localId: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
};

const signedInWithIdp = z.object({ ...known, ...sessionTokens });

/** The account has a second factor, which is asked for next. */
const secondFactorMissing = z.object({ ...known, ...waitingForSecondFactor });

/** The address has an account that the provider's word does not open: sign in the old way, then link. */
const accountExists = z.object({
  ...identity,
  needConfirmation: z.literal(true),
  email: z.string(),
  /** How the account signs in, as far as the caller may know. */
  verifiedProvider: z.optional(z.array(z.string())),
  /** Represents the confirmed identity for 10 minutes. */
  pendingToken: z.string(),
});

/** The provider gave no address: name one, and prove it by the mailed link. */
const emailMissing = z.object({
  ...identity,
  needEmail: z.literal(true),
  /** The address to which a link was just mailed. */
  email: z.optional(z.string()),
  pendingToken: z.string(),
});

/**
 * The identity opens another account, so it cannot be linked. Google's protocol answers 200 if the credential is wanted
 * back: an SDK can sign in to that account with it.
 */
const alreadyLinked = z.object({
  ...identity,
  errorMessage: z.literal('FEDERATED_USER_ID_ALREADY_LINKED'),
  email: z.optional(z.string()),
  /** Represents the confirmed identity for 10 minutes. */
  pendingToken: z.string(),
});

/**
 * Finishes a sign-in at a provider: opens a session, or links the identity to the ID token's account. The proof is
 * `requestUri`, `postBody` or `pendingToken`.
 */
export const signInWithIdp = identityCall({
  method: 'POST',
  path: '/v1/accounts:signInWithIdp',
  legacyName: 'verifyAssertion',
  service: 'identitytoolkit',
  cookieSession: { binds: true },
  access: maybeSignedIn,
  input: z.object({
    /** Account to link to. */
    idToken: z.optional(z.string()),
    /** Whole address of the page that the provider, or the mailed link, led to. */
    requestUri: z.optional(z.string()),
    /** Form with `providerId` and `id_token` or `access_token`, and `nonce` if one was asked for. */
    postBody: z.optional(z.string()),
    /** Secret of `createAuthUri`; a cookie session's is in its cookie. */
    sessionId: z.optional(z.string()),
    pendingToken: z.optional(z.string()),
    /** With a pending token: address of a person whose provider gave none. */
    email: z.optional(z.string()),
    /** False refuses a person who has no account, instead of making one. */
    autoCreate: z.optional(z.boolean()),
    /** A refused link answers `errorMessage` and the credential, with status 200. */
    returnIdpCredential: z.optional(z.boolean()),
  }),
  output: z.union([
    signedInWithIdp,
    secondFactorMissing,
    accountExists,
    emailMissing,
    alreadyLinked,
  ]),
  refusals: [
    'auth/invalid-provider-id',
    'auth/provider-not-enabled',
    'auth/provider-on-devices-only',
    'auth/provider-unavailable',
    'auth/invalid-provider-answer',
    'auth/invalid-nonce',
    'auth/sign-in-cancelled',
    'auth/missing-email',
    'auth/invalid-email',
    'auth/email-already-in-use',
    'auth/admin-restricted-operation',
    'auth/identity-already-linked',
    'auth/provider-already-linked',
    'auth/requires-recent-login',
    'auth/user-not-found',
    'auth/user-disabled',
    'auth/too-many-requests',
  ],
});
