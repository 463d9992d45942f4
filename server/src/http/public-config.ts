import { type PublicConfig, publicConfig } from '@hearth/contract';
import type { Config } from '../config/config.ts';
import type { PriceCheck } from '../modules/billing/index.ts';

export type SellablePrices = Pick<PriceCheck, 'accountFaults' | 'faultsOf'>;

/** The public configuration at any time; made again only when other plans can be sold than before. */
export function createPublicConfig(config: Config, prices: SellablePrices): () => PublicConfig {
  let made: { readonly state: string; readonly shown: PublicConfig } | undefined;
  return () => {
    const state = [
      prices.accountFaults,
      ...config.product.plans.map(({ id }) => prices.faultsOf(id)),
    ]
      .map((faults) => faults.length === 0)
      .join();
    if (made?.state !== state) {
      made = { state, shown: toPublicConfig(config, prices) };
    }
    return made.shown;
  };
}

/** The part of the configuration that every visitor may read; the schema drops the rest. */
export function toPublicConfig(
  { mode, product, apiKey, social, payments, texts }: Config,
  prices: SellablePrices,
): PublicConfig {
  return publicConfig.parse({
    ...product,
    plans: product.plans.map((plan) => ({
      ...plan,
      forSale: prices.faultsOf(plan.id).length === 0,
    })),
    localMode: mode === 'local',
    apiKey,
    texts,
    payments: {
      provider: payments.provider,
      selling: payments.provider !== 'none' && prices.accountFaults.length === 0,
      publishableKey: payments.provider === 'stripe' ? payments.publishableKey : '',
    },
    socialProviders: social.offered,
  });
}
