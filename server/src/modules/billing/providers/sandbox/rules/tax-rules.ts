import { taxIdTypeOf } from '@hearth/contract';
import type { Place, PriceTax, TaxedBuyer, TaxId, TaxIdStatus } from '../../../port/taxes.ts';

/** Tax that a buyer pays, by place and tax id. */
export interface TaxRule {
  /** Name of the tax, as on invoices. */
  readonly name: 'VAT' | 'GST' | 'JCT' | 'Sales tax';
  readonly percent: number;
  /** `not_collecting`: the table has no rate for the place. `reverse_charge`: the buyer accounts for the tax. */
  readonly reason: 'standard_rated' | 'not_collecting' | 'reverse_charge';
}

/** Tax of one line of an invoice. */
export interface LineTax extends TaxRule {
  readonly behavior: PriceTax;
  /** Minor units; negative for a credit. */
  readonly amount: number;
}

/** Tax id of a customer, with its look-up. */
export interface SandboxTaxId extends TaxId {
  readonly status: TaxIdStatus;
}

/** The sandbox's seller, whose own businesses pay the tax like anybody. */
const sellerCountry = 'US';

/** Examples for trying out, in percent; real rates are Stripe's. A key is a country, or a country and its state. */
const percents: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 21,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  IE: 23,
  IT: 22,
  LU: 17,
  NL: 21,
  PL: 23,
  PT: 23,
  SE: 25,
  GB: 20,
  CH: 8.1,
  NO: 25,
  AU: 10,
  JP: 10,
  CA: 5,
  'CA-ON': 13,
  'CA-QC': 14.975,
  'US-NY': 8.875,
  'US-PA': 6,
  'US-TX': 8.25,
  'US-WA': 10.25,
};

/** Kinds of tax ids whose holders account for the tax themselves. */
const businessIds: readonly (string | undefined)[] = [
  'eu_vat',
  'gb_vat',
  'ch_vat',
  'no_vat',
  'au_abn',
];

/** Undefined where the place is not known well enough: a country does, but in the US and Canada. */
export function findTaxRule({ place, taxId }: TaxedBuyer): TaxRule | undefined {
  if (!place || !isPlace(place)) {
    return undefined;
  }
  const { country, state } = place;
  const name = nameIn(country);
  const percent = percents[`${country}-${state.toUpperCase()}`] ?? percents[country];
  if (percent === undefined) {
    return { name, percent: 0, reason: 'not_collecting' };
  }
  const kind = taxIdTypeOf(country);
  const isBusiness = businessIds.includes(kind) && taxId?.type === kind;
  return isBusiness && country !== sellerCountry
    ? { name, percent: 0, reason: 'reverse_charge' }
    : { name, percent, reason: 'standard_rated' };
}

function isPlace({ country, postalCode, state }: Place): boolean {
  switch (country) {
    case '':
      return false;
    case 'US':
      return /^\d{5}(-\d{4})?$/.test(postalCode.trim());
    case 'CA':
      return state.trim() !== '' || postalCode.trim() !== '';
    default:
      return true;
  }
}

function nameIn(country: string): TaxRule['name'] {
  switch (country) {
    case 'US':
      return 'Sales tax';
    case 'JP':
      return 'JCT';
    case 'AU':
    case 'CA':
      return 'GST';
    default:
      return 'VAT';
  }
}

/** Tax of an amount in minor units, on top of it or inside it: half a unit away from 0, so that a credit mirrors its charge. */
export function taxOn(
  amount: number,
  { percent, behavior }: Pick<LineTax, 'percent' | 'behavior'>,
): number {
  return behavior === 'exclusive'
    ? round((amount * percent) / 100)
    : amount - round((amount * 100) / (100 + percent));
}

function round(amount: number): number {
  const whole = Math.sign(amount) * Math.round(Math.abs(amount));
  return whole === 0 ? 0 : whole;
}
