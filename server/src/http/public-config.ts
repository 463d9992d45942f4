import { type PublicConfig, publicConfig, socialProviderNames } from '@hearth/contract';
import type { Config } from '../config.ts';

/** The part of the configuration that every visitor may read; the schema drops the rest. */
export function toPublicConfig({ product, apiKey, texts }: Config): PublicConfig {
  return publicConfig.parse({
    ...product,
    apiKey,
    texts,
    socialProviders: socialProviderNames.filter((name) => product.socialProviders[name]),
  });
}
