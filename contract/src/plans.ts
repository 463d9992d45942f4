import * as z from 'zod/mini';
import { currency, frequency } from './billing/price-name.ts';
import { anyLimits } from './limits.ts';

const key = z.string().check(z.minLength(1), z.maxLength(100));

/** Price ids at the payment provider; one invoice line each. */
const priceIds = z.array(key).check(z.minLength(1));
/** Earlier price ids, one list per earlier price: sold to nobody, kept by subscribers who have them. */
const retired = z.array(priceIds);
/** Whole currency units per `frequency`. */
const price = z.number().check(z.minimum(0));

/** Whether tax is added to the price or is part of it. */
const priceTax = z.enum(['exclusive', 'inclusive']);

const configuredPrice = z.strictObject({
  frequency,
  currency,
  price,
  priceIds,
  retired: z._default(retired, []),
  /** Needed if something is charged and `billing.tax` is `automatic`; the price at the provider must have the same setting. */
  tax: z.optional(priceTax),
  /** Kept by those who pay it, offered to nobody. */
  legacy: z._default(z.boolean(), false),
});

/** Time before the first charge, for those who had none before. */
const trial = z.strictObject({
  days: z.int().check(z.minimum(1), z.maximum(730)),
  /** Whether it begins with a card. Without one the project ends with its trial, unless a card is added until then. */
  card: z.boolean(),
});

const writtenPlan = z.strictObject({
  /** Subscriptions name it, so it never changes. */
  id: key,
  titleKey: key,
  /** Keys of the features that the plan lists, one line each; any number. */
  descriptionKeys: z.array(key),
  /** One for each frequency and currency in which the plan is sold; the five fields below are its short form for a single price. */
  prices: z.optional(z.array(configuredPrice).check(z.minLength(1))),
  priceIds: z.optional(priceIds),
  retired: z.optional(retired),
  currency: z.optional(currency),
  price: z.optional(price),
  frequency: z.optional(frequency),
  /** Free days of a plan that costs something and is offered. */
  trial: z.optional(trial),
  /** Active members plus pending invites at most; null for any number. */
  seats: z.nullable(z.int().check(z.minimum(1))),
  /** Limits of the plan in the product on Hearth, by the names of its schema. */
  limits: z.optional(anyLimits),
  /** Marked as the one that most people take. */
  popular: z.boolean(),
  /** Whether all its prices are 0. */
  free: z.boolean(),
  /** Kept by those who have it, offered to nobody. */
  legacy: z.boolean(),
});

type WrittenPlan = z.infer<typeof writtenPlan>;
type WrittenPrice = Pick<WrittenPlan, 'priceIds' | 'retired' | 'currency' | 'price' | 'frequency'>;
type ConfiguredPlanPrice = z.infer<typeof configuredPrice>;

/** A plan that people can be on. Texts are keys into config/locales. Either form of its prices is read into `prices`. */
export const configuredPlan = z.pipe(
  writtenPlan,
  z.transform((plan: WrittenPlan, { issues }) => {
    const { priceIds, retired, currency, price, frequency, ...rest } = plan;
    const flat = { priceIds, currency, price, frequency, retired };
    if (rest.prices === undefined) {
      const single = readFlat(flat);
      if ('missing' in single) {
        issues.push(
          ...single.missing.map((name) => ({
            code: 'custom' as const,
            message: 'is missing, and so is `prices`, which can take its place.',
            input: plan,
            path: [name],
          })),
        );
      }
      return { ...rest, prices: 'missing' in single ? [] : [single] };
    }
    if (Object.values(flat).some((value) => value !== undefined)) {
      const names = Object.keys(flat).filter((name) => name in plan);
      const message = `\`prices\` is there beside ${names.map((name) => `\`${name}\``).join(', ')} of the plan: write its prices in one of the two forms.`;
      issues.push({ code: 'custom', message, input: plan });
    }
    return { ...rest, prices: rest.prices };
  }),
);

function readFlat({
  priceIds,
  retired = [],
  currency,
  price,
  frequency,
}: WrittenPrice): ConfiguredPlanPrice | { readonly missing: readonly string[] } {
  if (priceIds && currency !== undefined && price !== undefined && frequency) {
    return { frequency, currency, price, priceIds, retired, legacy: false };
  }
  const wanted = { priceIds, currency, price, frequency };
  const missing = Object.entries(wanted).filter(([, value]) => value === undefined);
  return { missing: missing.map(([name]) => name) };
}

const publicPrice = z.object({
  frequency,
  /** ISO 4217 in lower case. */
  currency: z.string(),
  /** Minor units per `frequency`. */
  amount: z.int(),
  /** Whether tax is added to the amount or is part of it; left out if no tax is computed. */
  tax: z.optional(priceTax),
  /** False while the price at the payment provider is not the one shown: no paid or charged subscription can move to it. */
  forSale: z.boolean(),
  /** Whether it is kept by those who pay it and offered to nobody. */
  legacy: z.boolean(),
});

export const publicPlan = z.object({
  id: z.string(),
  titleKey: z.string(),
  descriptionKeys: z.array(z.string()),
  /** At least one; frequency and currency together name a price of the plan. */
  prices: z.array(publicPrice),
  /** Currency of the only price; this and the two below are left out if there are several. */
  currency: z.optional(z.string()),
  /** Whole currency units per `frequency`. */
  price: z.optional(z.number()),
  frequency: z.optional(frequency),
  /** Free time that a new project begins with, once for each person; absent if there is none. */
  trial: z.optional(z.object({ days: z.int(), card: z.boolean() })),
  /** Null for any number. */
  seats: z.nullable(z.number()),
  /** Limits of the plan in the product on Hearth; absent if it limits nothing. */
  limits: z.optional(anyLimits),
  popular: z.boolean(),
  free: z.boolean(),
  legacy: z.boolean(),
  /** False while none of its prices that are offered is for sale. */
  forSale: z.boolean(),
});

export type PublicPlan = z.infer<typeof publicPlan>;
export type PublicPrice = z.infer<typeof publicPrice>;
