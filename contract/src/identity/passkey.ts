import * as z from 'zod/mini';

/** Base64url without padding. */
const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(100_000));

/** Question to a browser in the JSON form of WebAuthn: `parseCreationOptionsFromJSON` and its sister take it. */
export const webAuthnOptions = z.looseObject({
  /** For one answer within 5 minutes. */
  challenge: z.string(),
});

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
};

/** A new passkey, as `PublicKeyCredential.toJSON()` gives it. */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(50))).check(z.maxLength(20))),
  }),
});

/** A passkey that signs a challenge, as `PublicKeyCredential.toJSON()` gives it. */
export const shownPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.nullish(base64url),
  }),
});

export const passkeyId = z.string().check(z.minLength(1), z.maxLength(100));
