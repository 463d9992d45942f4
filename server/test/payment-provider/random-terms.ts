import type { TaxId } from '@hearth/contract';
import type {
  BillingDetails,
  PaymentProvider,
} from '../../src/modules/billing/port/payment-provider.ts';
import type { PromotionCode } from '../../src/modules/billing/port/provider-objects.ts';
import type { TaxedBuyer } from '../../src/modules/billing/port/taxes.ts';
import type { Chance } from '../harness/chance.ts';
import { type CodeName, codes } from './contract/codes.ts';
import { germanId, living } from './contract/tax-steps.ts';
import type { Discount, SoldPrice } from './own-sums.ts';

const sold = (name: string, frequency: SoldPrice['frequency'], amount: number): SoldPrice => ({
  priceIds: name.startsWith('enterprise')
    ? [`price_${name}_${frequency}`, `price_${name}_extra_${frequency}`]
    : [`price_${name}_${frequency}`],
  frequency,
  currency: 'usd',
  amount,
});
const inEuros = (frequency: SoldPrice['frequency'], amount: number): SoldPrice => ({
  ...sold('pro', frequency, amount),
  priceIds: [`price_pro_${frequency}_eur`],
  currency: 'eur',
});

const free = sold('free', 'week', 0);
const paidPrices = [
  sold('pro', 'week', 1_000),
  sold('pro', 'month', 4_000),
  sold('pro', 'year', 40_000),
  sold('enterprise', 'week', 3_000),
  sold('enterprise', 'month', 12_000),
  sold('enterprise', 'year', 120_000),
  inEuros('month', 3_900),
  inEuros('year', 39_000),
];
/** Everything that the emulator's seed sells. */
export const soldPrices = [free, ...paidPrices];
const codeNames = Object.keys(codes) as CodeName[];

interface Living {
  readonly details: BillingDetails;
  readonly taxId?: TaxId;
  /** Added to prices in dollars; those in euros include it. */
  readonly rate: number;
}

/** Buyers by the emulator's example rates; nobody collects a tax in Brazil, and businesses account for theirs. */
const places: readonly Living[] = [
  { details: living('DE'), rate: 0.19 },
  { details: living('FR'), rate: 0.2 },
  { details: living('CH'), rate: 0.081 },
  { details: living('US', { state: 'NY', postalCode: '10001' }), rate: 0.08875 },
  { details: living('CA', { state: 'QC' }), rate: 0.14975 },
  { details: living('BR'), rate: 0 },
  { details: living('DE'), taxId: germanId, rate: 0 },
];

interface Terms {
  readonly price: SoldPrice;
  readonly promotion: PromotionCode | undefined;
  readonly discount: Discount | null;
  /** Undefined where no tax is computed. */
  readonly place: Living | undefined;
  readonly buyer: TaxedBuyer | undefined;
  readonly taxRate: number;
}

/** Any price with or without a promotion code and taxes. */
export async function chooseTerms(provider: PaymentProvider, chance: Chance): Promise<Terms> {
  const price = chance.pick(paidPrices);
  const { amount, currency } = price;
  const name = chance.below(2) === 0 ? undefined : chance.pick(codeNames);
  const promotion = name && (await provider.findCode(name, { amount, currency }));
  const place = chance.below(2) === 0 ? undefined : chance.pick(places);
  return {
    price,
    promotion,
    discount: name && promotion ? codes[name] : null,
    place,
    buyer: place && { place: place.details.address, taxId: place.taxId },
    taxRate: place && currency === 'usd' ? place.rate : 0,
  };
}
