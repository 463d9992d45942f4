import type { SignInClient as ConfiguredClient } from '@hearth/contract';

/** A front end on another origin that people sign in to here. */
export interface SignInClient extends ConfiguredClient {
  /** Of a confidential one; undefined otherwise. */
  readonly secret: string | undefined;
}

/** Origins of the pages that it has people led back to: they may ask for tokens from a browser. */
export function originsOf({ redirectUris }: Pick<SignInClient, 'redirectUris'>): string[] {
  return [...new Set(redirectUris.map((address) => new URL(address).origin))];
}
