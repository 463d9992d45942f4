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

/** Page of our web that providers lead back to. */
export const socialCallbackPath = '/auth/callback';

/** Page of the sandbox that stands in for a provider in local mode. */
export const sandboxProviderPath = '/dev/identity-provider';
