import {
  deviceOnlyProviders,
  type HearthConfig,
  type SocialProviderName,
  socialProviderNames,
} from '@hearth/contract';
import type { Environment } from './environment.ts';

/** Our registrations at social providers. */
export interface SocialConfig {
  readonly keys: Readonly<Partial<Record<SocialProviderName, ClientKeys>>>;
  /** A built-in provider replaces Google. */
  readonly sandbox: boolean;
  /** Providers that get a button in the web: enabled, and able to sign people in, here or on their devices. */
  readonly offered: readonly SocialProviderName[];
}

interface ClientKeys {
  readonly clientId: string;
  readonly clientSecret: string;
}

const keyedProviders = [
  'google',
  'microsoft',
  'facebook',
  'apple',
  'github',
  'twitter',
  'yahoo',
] as const satisfies readonly SocialProviderName[];

export function readSocial(environment: Environment, product: HearthConfig): SocialConfig {
  const keys = Object.fromEntries(
    keyedProviders.flatMap((name) => {
      const found = findKeys(name, environment);
      return found ? [[name, found]] : [];
    }),
  ) as SocialConfig['keys'];
  const enabled = socialProviderNames.filter((name) => product.socialProviders[name]);
  const sandbox =
    environment.HEARTH_MODE === 'local' && enabled.includes('google') && keys.google === undefined;
  const offered = enabled.filter(
    (name) =>
      keys[name] !== undefined ||
      (name === 'google' && sandbox) ||
      deviceOnlyProviders.includes(name),
  );
  return { keys, sandbox, offered };
}

/** An id without its secret signs nobody in. */
export function socialFaults(environment: Environment): string[] {
  return keyedProviders.flatMap((name) => {
    const { id, secret } = variablesOf(name);
    if ((environment[id] === undefined) === (environment[secret] === undefined)) {
      return [];
    }
    const missing = environment[id] === undefined ? id : secret;
    return [`${missing}: ${id} and ${secret} only work together.`];
  });
}

/** Warnings for the operator: providers that are switched on and that nobody can use. */
export function socialWarnings({
  mode,
  product,
  social,
}: {
  readonly mode: Environment['HEARTH_MODE'];
  readonly product: HearthConfig;
  readonly social: SocialConfig;
}): string[] {
  if (mode === 'local') {
    return [];
  }
  return keyedProviders
    .filter((name) => product.socialProviders[name] && !social.offered.includes(name))
    .map((name) => {
      const { id, secret } = variablesOf(name);
      return `Sign-in with ${name} is on but not offered: set ${id} and ${secret}, or switch it off in socialProviders.`;
    });
}

function findKeys(
  name: (typeof keyedProviders)[number],
  environment: Environment,
): ClientKeys | undefined {
  const { id, secret } = variablesOf(name);
  const clientId = environment[id];
  const clientSecret = environment[secret];
  return clientId === undefined || clientSecret === undefined
    ? undefined
    : { clientId, clientSecret };
}

function variablesOf(name: (typeof keyedProviders)[number]) {
  const prefix = name.toUpperCase() as Uppercase<typeof name>;
  return { id: `${prefix}_CLIENT_ID`, secret: `${prefix}_CLIENT_SECRET` } as const;
}
