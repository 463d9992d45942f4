import { type PublicConfig, publicConfig } from '@hearth/contract';
import type { Config } from '../config.ts';

/** The part of the configuration that every visitor may read; the schema drops the rest. */
export function toPublicConfig({ product, apiKey, social, texts }: Config): PublicConfig {
  return publicConfig.parse({
    ...product,
    apiKey,
    texts,
    socialProviders: social.offered,
  });
}
