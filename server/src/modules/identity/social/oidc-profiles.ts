import type { Claims } from './claims.ts';

/** Claims of a verified ID token. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Differences between OpenID providers. */
export interface OidcProfile {
  readonly id: string;
  readonly issuer: string;
  /** Other names under which the provider signs. */
  readonly otherIssuers?: readonly string[];
  readonly scope: string;
  /** Its own parameters for the page on which people sign in. */
  readonly parameters?: Readonly<Record<string, string>>;
  toClaims(claims: TokenClaims): Claims;
}

export const google: OidcProfile = {
  id: 'google.com',
  issuer: 'https://accounts.google.com',
  otherIssuers: ['accounts.google.com'],
  scope: 'openid email profile',
  parameters: { prompt: 'select_account' },
  toClaims: (claims) => ({
    ...standardClaims(claims),
    emailVerified: claims.email_verified === true,
    // Google runs the mail of the Workspace domain in `hd`, but not of other domains; it advises against trusting those
    // addresses: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
    runsMailboxesOf: (domain) =>
      ['gmail.com', 'googlemail.com'].includes(domain) ||
      (typeof claims.hd === 'string' && claims.hd.toLowerCase() === domain),
  }),
};

/** Tenant of personal accounts; every other one is an organisation that says what it likes. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
const personalDomains = ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'];

export const microsoft: OidcProfile = {
  id: 'microsoft.com',
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  scope: 'openid email profile',
  parameters: { prompt: 'select_account' },
  toClaims: (claims) => ({
    ...standardClaims(claims),
    // `email` is what an administrator typed, unless the owner of its domain is verified:
    // https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization
    emailVerified: isTrue(claims.xms_edov) || (isPersonal(claims) && isTrue(claims.email_verified)),
    runsMailboxesOf: (domain) => isPersonal(claims) && personalDomains.includes(domain),
  }),
};

export const apple: OidcProfile = {
  id: 'apple.com',
  issuer: 'https://appleid.apple.com',
  scope: 'openid name email',
  // Apple hands a name or an address over by form only.
  parameters: { response_mode: 'form_post' },
  toClaims: (claims) => ({
    ...standardClaims(claims),
    emailVerified: isTrue(claims.email_verified),
    runsMailboxesOf: (domain) =>
      ['privaterelay.appleid.com', 'icloud.com', 'me.com', 'mac.com'].includes(domain),
  }),
};

export const yahoo: OidcProfile = {
  id: 'yahoo.com',
  issuer: 'https://api.login.yahoo.com',
  scope: 'openid email profile',
  toClaims: (claims) => ({
    ...standardClaims(claims),
    emailVerified: claims.email_verified === true,
    // Yahoo Japan is another company, so no pattern of countries.
    runsMailboxesOf: (domain) =>
      ['yahoo.com', 'ymail.com', 'rocketmail.com', 'myyahoo.com'].includes(domain),
  }),
};

function standardClaims(claims: TokenClaims): Claims {
  const { sub, email, name, picture } = claims;
  return { subject: sub, email, displayName: name, photoUrl: picture, profile: claims };
}

function isPersonal({ tid }: TokenClaims): boolean {
  return tid === personalTenant;
}

/** Apple and Microsoft write some booleans as text or number. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}
