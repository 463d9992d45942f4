import { deviceOnlyProviders, type SocialProviderName, socialProviderIds } from '@hearth/contract';
import type { Clock } from '../../../platform/clock.ts';
import { refuse, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { createFacebookProvider } from './facebook-provider.ts';
import { createGithubProvider } from './github-provider.ts';
import { apple, google, microsoft, type OidcProfile, yahoo } from './oidc-profiles.ts';
import { createOidcProvider } from './oidc-provider.ts';
import type { ClientKeys, SocialProvider } from './provider.ts';
import { createSandboxProvider } from './sandbox-provider.ts';
import { createTwitterProvider } from './twitter-provider.ts';

/** The providers that people may sign in with here. */
export interface SocialProviders {
  /** By id such as `google.com`; refuses what is unknown, off, without keys, or for devices only. */
  require(id: string | undefined): SocialProvider;
  /** Ids of those that can be required. */
  readonly offered: readonly string[];
}

export interface SocialSettings {
  readonly enabled: Readonly<Record<SocialProviderName, boolean>>;
  readonly keys: Readonly<Partial<Record<SocialProviderName, ClientKeys>>>;
  /** Stands in for Google while it has no keys. */
  readonly sandbox: boolean;
  readonly publicUrl: string;
  readonly clock: Clock;
  /** Other addresses for OpenID providers, for tests; may be plain http. */
  readonly issuers: Readonly<Partial<Record<SocialProviderName, string>>>;
}

export function createSocialProviders(settings: SocialSettings): SocialProviders {
  const names = Object.keys(socialProviderIds) as SocialProviderName[];
  const opened = new Map<string, SocialProvider | undefined>(
    names.map((name) => [
      socialProviderIds[name],
      settings.enabled[name] ? open(name, settings) : undefined,
    ]),
  );
  return {
    require(id = '') {
      refuseUnless(opened.has(id), 'auth/invalid-provider-id');
      refuseIf(devicesOnly.has(id), 'auth/provider-on-devices-only');
      return opened.get(id) ?? refuse('auth/provider-not-enabled');
    },
    offered: [...opened].flatMap(([id, provider]) => (provider ? [id] : [])),
  };
}

const devicesOnly: ReadonlySet<string> = new Set(
  deviceOnlyProviders.map((name) => socialProviderIds[name]),
);

const profiles: Partial<Record<SocialProviderName, OidcProfile>> = {
  google,
  microsoft,
  apple,
  yahoo,
};

/** Addresses of the OpenID providers among them, whose own configuration must be reachable. */
export function issuersOf(
  names: readonly SocialProviderName[],
  issuers: SocialSettings['issuers'],
): { readonly name: SocialProviderName; readonly issuer: string }[] {
  return names.flatMap((name) => {
    const issuer = issuers[name] ?? profiles[name]?.issuer;
    return issuer === undefined ? [] : [{ name, issuer }];
  });
}

const plainProviders: Partial<Record<SocialProviderName, (keys: ClientKeys) => SocialProvider>> = {
  facebook: createFacebookProvider,
  github: createGithubProvider,
  twitter: createTwitterProvider,
};

function open(name: SocialProviderName, settings: SocialSettings): SocialProvider | undefined {
  const client = settings.keys[name];
  if (client === undefined) {
    const standsIn = name === 'google' && settings.sandbox;
    return standsIn ? createSandboxProvider(settings) : undefined;
  }
  const profile = profiles[name];
  return profile
    ? createOidcProvider({ ...toIssuer(name, profile, settings), client, clock: settings.clock })
    : plainProviders[name]?.(client);
}

function toIssuer(name: SocialProviderName, profile: OidcProfile, { issuers }: SocialSettings) {
  const issuer = issuers[name];
  return issuer === undefined
    ? { profile }
    : { profile: { ...profile, issuer }, allowHttp: issuer.startsWith('http:') };
}
