import { type HearthConfig, minorStep } from '@hearth/contract';
import type { Seed } from '@hearth/stripe-emulator';
import { priceAmount } from '../../port/rules/plan.ts';

type Plan = HearthConfig['plans'][number];
type Price = Plan['prices'][number];

/** The emulator sells the plans of the configuration, and takes codes for trying out, as Stripe knows both from its dashboard. */
export function toSeed(plans: readonly Plan[], nameOf: (plan: Plan) => string): Seed {
  const sold = plans.flatMap((plan) =>
    plan.prices.flatMap((price) =>
      [price.priceIds, ...price.retired].flatMap((ids) => toPrices(plan, price, ids)),
    ),
  );
  return {
    products: plans.map((plan) => ({ id: toProductId(plan), name: nameOf(plan) })),
    prices: sold,
    coupons: codes.map(({ code, ...terms }) => ({ id: code.toLowerCase(), ...terms.coupon })),
    promotion_codes: codes.map(({ id, code, terms }) => ({
      id,
      code,
      promotion: { type: 'coupon' as const, coupon: code.toLowerCase() },
      ...terms,
    })),
    // Nobody who moves the clock ahead waits for the hour in which Stripe leaves a renewal as a draft.
    settings: { draftMinutes: 0, afterLastRetry: 'unpaid' },
  };
}

const toProductId = ({ id }: Plan) => `prod_${id}`;

/** One price for each id; together they cost what the plan costs. */
function toPrices(plan: Plan, price: Price, ids: readonly string[]): NonNullable<Seed['prices']> {
  const { amount, currency } = priceAmount(price);
  const step = minorStep(currency);
  const share = Math.floor(amount / step / ids.length) * step;
  return ids.map((id, place) => ({
    id,
    product: toProductId(plan),
    unit_amount: place === 0 ? amount - share * (ids.length - 1) : share,
    currency,
    recurring: { interval: price.frequency },
    ...(price.tax && { tax_behavior: price.tax }),
  }));
}

const firstOnly = { first_time_transaction: true };

const codes = [
  { id: 'promo_half', code: 'HALF', coupon: { percent_off: 50 }, terms: {} },
  {
    id: 'promo_first',
    code: 'FIRST20',
    coupon: { percent_off: 20, duration: 'repeating', duration_in_months: 3 },
    terms: {
      restrictions: { ...firstOnly, minimum_amount: 3_000, minimum_amount_currency: 'usd' },
    },
  },
  {
    id: 'promo_five',
    code: 'FIVEOFF',
    coupon: { amount_off: 500, currency: 'usd', duration: 'forever' },
    terms: {},
  },
  { id: 'promo_gift', code: 'GIFT', coupon: { percent_off: 100 }, terms: {} },
  {
    id: 'promo_single',
    code: 'SINGLE',
    coupon: { percent_off: 50 },
    terms: { max_redemptions: 1 },
  },
  {
    id: 'promo_old',
    code: 'OLD',
    coupon: { percent_off: 50 },
    terms: { expires_at: Date.parse('2023-11-14T22:13:20Z') / 1_000 },
  },
] as const;
