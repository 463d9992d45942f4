import type { socialProviderNames } from '../config.ts';

export type SocialProviderName = (typeof socialProviderNames)[number];

/** Firebase's id of each provider, as calls and tokens carry it. */
export const socialProviderIds = {
  google: 'google.com',
  microsoft: 'microsoft.com',
  facebook: 'facebook.com',
  playGames: 'playgames.google.com',
  gameCenter: 'gc.apple.com',
  apple: 'apple.com',
  github: 'github.com',
  twitter: 'twitter.com',
  yahoo: 'yahoo.com',
} as const satisfies Record<SocialProviderName, string>;

/** Their sign-in exists in games on phones; there is no page to send a browser to. */
export const deviceOnlyProviders: readonly SocialProviderName[] = ['playGames', 'gameCenter'];

/** Begins the `state` of a linking, so that the page that a provider leads back to knows it from a sign-in. */
export const linkingStatePrefix = 'link.';

/** Page of our web that providers lead back to. */
export const socialCallbackPath = '/auth/callback';

/** Page of the sandbox that stands in for a provider in local mode. */
export const sandboxProviderPath = '/dev/identity-provider';
