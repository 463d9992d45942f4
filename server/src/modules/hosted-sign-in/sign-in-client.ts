import type { SignInClient as ConfiguredClient } from '@hearth/contract';

/** A front end on another origin that people sign in to here. */
export interface SignInClient extends ConfiguredClient {
  /** Only a confidential client has one. */
  readonly secret: string | undefined;
}

/** Origins of the pages that it has people led back to: they may ask for tokens from a browser. */
export function originsOf({
  redirectUris,
}: {
  readonly redirectUris: readonly string[];
}): string[] {
  // A private scheme has the origin `null`, as has any page in a sandbox.
  const pages = redirectUris.filter((address) => /^https?:/i.test(address));
  return [...new Set(pages.map((address) => new URL(address).origin))];
}

/** The package asks the same of addresses to lead back to. */
export function isPostLogoutAddress(address: string, client: SignInClient): boolean {
  const { postLogoutUris, applicationType } = client;
  const given = applicationType === 'native' ? withoutLoopbackPort(address) : undefined;
  return (
    postLogoutUris.includes(address) ||
    (given !== undefined && postLogoutUris.some((one) => withoutLoopbackPort(one) === given))
  );
}

/** Undefined for addresses elsewhere. */
function withoutLoopbackPort(address: string): string | undefined {
  const [, start, rest] =
    /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d+)?([/?#].*)?$/.exec(address) ?? [];
  return start && `${start}${rest ?? ''}`;
}
