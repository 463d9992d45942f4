import { type PublicConfig, publicConfig } from '@hearth/contract';
import type { Config } from '../config.ts';

/** The part of the configuration that every visitor may read; the schema drops the rest. */
export function toPublicConfig(
  { mode, product, apiKey, social, payments, texts }: Config,
  { pricesAreRight }: { readonly pricesAreRight: boolean },
): PublicConfig {
  return publicConfig.parse({
    ...product,
    localMode: mode === 'local',
    apiKey,
    texts,
    payments: {
      provider: payments.provider,
      selling: payments.provider !== 'none' && pricesAreRight,
      publishableKey: payments.provider === 'stripe' ? payments.publishableKey : '',
    },
    socialProviders: social.offered,
  });
}
