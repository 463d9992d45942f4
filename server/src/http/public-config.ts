import {
  builtInLanguages,
  type Language,
  type PublicConfig,
  type PublicPlan,
  publicConfig,
} from '@hearth/contract';
import { toPublicBrand } from '../config/brand.ts';
import type { Config } from '../config/config.ts';
import { publishableKeyOf } from '../config/payments.ts';
import { readReturnOrigins } from '../config/return-origins.ts';
import { type PriceCheck, priceAmount } from '../modules/billing/index.ts';
import { toRelyingParty } from '../modules/identity/index.ts';
import { isMailText } from '../modules/mail/index.ts';

export type SellablePrices = Pick<PriceCheck, 'accountFaults' | 'faultsOf'>;

/** The public configuration at any time; made again only when other prices can be sold than before. */
export function createPublicConfig(config: Config, prices: SellablePrices): () => PublicConfig {
  let made: { readonly state: string; readonly shown: PublicConfig } | undefined;
  return () => {
    const state = [
      prices.accountFaults,
      ...config.product.plans.flatMap((plan) =>
        plan.prices.map(({ priceIds }) => prices.faultsOf(priceIds)),
      ),
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
export function toPublicConfig(config: Config, prices: SellablePrices): PublicConfig {
  const { mode, product, brand, apiKey, social, payments, texts, publicUrl } = config;
  const isTaxed = product.billing.tax === 'automatic';
  const { membersSeeBilling, phone, secondFactor, emailSignIn, signUp } = product.policy;
  return publicConfig.parse({
    ...product,
    ...toPublicLanguages(config),
    plans: product.plans.map((plan) => toPublicPlan(plan, { prices, isTaxed })),
    brand: toPublicBrand(brand),
    returnOrigins: readReturnOrigins(product),
    localMode: mode === 'local',
    apiKey,
    texts: toScreenTexts(texts),
    payments: {
      provider: payments.provider,
      selling: payments.provider !== 'none' && prices.accountFaults.length === 0,
      publishableKey: publishableKeyOf(payments),
    },
    ...(membersSeeBilling !== 'all' && { membersSeeBilling }),
    ...(phone !== 'required' && { phone }),
    ...(secondFactor !== 'optional' && { secondFactor }),
    ...(emailSignIn && { emailSignIn }),
    ...(signUp !== 'open' && { signUp }),
    passkeyOrigin: toRelyingParty(publicUrl)?.origin,
    socialProviders: social.offered,
  });
}

/** Texts of emails may say more than visitors are to read, and no screen shows them. */
function toScreenTexts(texts: Config['texts']): Config['texts'] {
  const shown = Object.entries(texts).map(([language, own]) => {
    const entries = Object.entries(own).filter(([key]) => !isMailText(key));
    return [language, Object.fromEntries(entries)];
  });
  return Object.fromEntries(shown);
}

/** Undefined if the web knows them without being told. */
function toPublicLanguages({
  product,
  otherLanguages,
}: Config): Pick<PublicConfig, 'languages' | 'wordVersions'> {
  const { languages } = product;
  if (languages.join() === builtInLanguages.join()) {
    return { languages: undefined };
  }
  const versions = Object.entries(otherLanguages).map(([one, { version }]) => [one, version]);
  return {
    languages: Object.fromEntries(languages.map((one) => [one, ownName(one)])),
    ...(versions.length > 0 && { wordVersions: Object.fromEntries(versions) }),
  };
}

/** `Deutsch`, `Français`: as a person who reads the language looks for it. */
function ownName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

type Plan = Config['product']['plans'][number];

function toPublicPlan(
  plan: Plan,
  { prices, isTaxed }: { readonly prices: SellablePrices; readonly isTaxed: boolean },
): PublicPlan {
  const shown = plan.prices.map((price) => ({
    frequency: price.frequency,
    ...priceAmount(price),
    ...(isTaxed && { tax: price.tax }),
    forSale: prices.faultsOf(price.priceIds).length === 0,
    legacy: price.legacy,
  }));
  const forSale = shown.some((price) => price.forSale && !price.legacy);
  return { ...plan, ...toFlatPrice(plan), prices: shown, forSale };
}

/** Clients from before plans had several prices read these fields. */
function toFlatPrice({ prices: [price, other] }: Plan) {
  return price && !other
    ? { price: price.price, currency: price.currency, frequency: price.frequency }
    : {};
}
