import type { Identity } from '../accounts/identity-link.ts';

/** An identity that its provider has just confirmed, and how far its word about the address goes. */
export interface ConfirmedIdentity extends Identity {
  /** The provider says that the person receives mail there, and is believed. */
  readonly emailVerified: boolean;
  /** The provider also runs the mailbox, so that its word opens accounts of that address. */
  readonly emailAuthoritative: boolean;
  /** Further claims of the provider, for the client that asked; they are not stored. */
  readonly profile: Readonly<Record<string, string | number | boolean>>;
}

/** The secrets of one sign-in under way. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636). */
  readonly codeVerifier: string;
  /** Page of ours that the provider leads back to. */
  readonly redirectUri: string;
}

/** The credential that Google's SDK holds after a sign-in of its own. */
export interface Credential {
  readonly idToken?: string | undefined;
  readonly accessToken?: string | undefined;
  /** The nonce that the client asked the provider for, before hashing. */
  readonly nonce?: string | undefined;
}

export type RevocableToken = 'ACCESS_TOKEN' | 'REFRESH_TOKEN' | 'CODE';

/** A service at which people prove who they are. Every method refuses what it cannot vouch for. */
export interface SocialProvider {
  /** `google.com`. */
  readonly id: string;
  /** Page of the provider on which the person signs in. */
  authorizationUri(flow: Flow): Promise<string>;
  /** The person behind the parameters with which the provider led back. */
  redeem(answer: URLSearchParams, flow: Flow): Promise<ConfirmedIdentity>;
  /** The person behind a credential that was given to our own client id. */
  verify(credential: Credential): Promise<ConfirmedIdentity>;
  /** Revokes a token, at a provider that asks for this. */
  revoke?(token: string, type: RevocableToken): Promise<void>;
}

/** Our registration at a provider. */
export interface ClientKeys {
  readonly clientId: string;
  readonly clientSecret: string;
}
