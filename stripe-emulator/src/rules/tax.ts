import { includedShare, percentOf, shareOf } from './money.ts';

export type TaxBehavior = 'inclusive' | 'exclusive';

export interface TaxableLine {
  /** Amount of the line after its discounts. */
  amount: number;
  percent: number;
  behavior: TaxBehavior;
}

/**
 * The tax of each line. Added to the amount, it is rounded per line; included, the sum is rounded and split, so that a
 * gross price keeps its whole tax.
 */
export function taxOfLines(lines: readonly TaxableLine[], step = 1): number[] {
  const included = new Map<number, { gross: number; tax: number }>();
  return lines.map((line) => {
    if (line.behavior === 'exclusive') {
      return percentOf(line.amount, line.percent, step);
    }

    const before = included.get(line.percent) ?? { gross: 0, tax: 0 };
    const gross = before.gross + line.amount;
    const { numerator, denominator } = includedShare(line.percent);
    const tax = shareOf(gross, numerator, denominator, step);
    included.set(line.percent, { gross, tax });
    return tax - before.tax;
  });
}

export interface TaxPlace {
  country: string | null;
  state: string | null;
  postal_code: string | null;
}

export interface TaxPayer {
  place: TaxPlace | null;
  /** Kinds of the customer's tax ids. */
  taxIdTypes: readonly string[];
  exempt: string;
}

export interface TaxSeller {
  country: string;
  /** Where tax is collected: COUNTRY or COUNTRY-STATE. Undefined: in every place of the table. */
  registrations?: readonly string[] | undefined;
}

export type TaxabilityReason =
  | 'standard_rated'
  | 'reverse_charge'
  | 'not_collecting'
  | 'customer_exempt';

export interface TaxRule {
  place: string;
  country: string;
  state: string | null;
  display_name: string;
  tax_type: string;
  percent: number;
  reason: TaxabilityReason;
}

/** Examples for tests, no advice: standard rates of some places. Keys are COUNTRY or COUNTRY-STATE. */
const exampleRates: Record<string, number> = {
  AT: 20,
  AU: 10,
  BE: 21,
  CA: 5,
  'CA-ON': 13,
  'CA-QC': 14.975,
  CH: 8.1,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  IE: 23,
  IT: 22,
  JP: 10,
  LU: 17,
  NL: 21,
  NO: 25,
  PL: 23,
  PT: 23,
  SE: 25,
  'US-NY': 8.875,
  'US-PA': 6,
  'US-TX': 8.25,
  'US-WA': 10.25,
};

const euCountries =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

const businessTaxIds = new Map<string, string>([
  ['AU', 'au_abn'],
  ['CH', 'ch_vat'],
  ['GB', 'gb_vat'],
  ['NO', 'no_vat'],
  ...euCountries.map((country): [string, string] => [country, 'eu_vat']),
]);

/** Undefined: the place is not known well enough to compute tax there. */
export function taxRuleOf(payer: TaxPayer, seller: TaxSeller): TaxRule | undefined {
  const { place } = payer;
  if (!place?.country || !isPrecise(place)) {
    return undefined;
  }

  const { country } = place;
  const stateKey = `${country}-${place.state ?? ''}`;
  const key = exampleRates[stateKey] === undefined ? country : stateKey;
  const rule = {
    place: key,
    country,
    state: key === stateKey ? place.state : null,
    ...nameOfTax(country),
  };
  if (payer.exempt === 'exempt') {
    return { ...rule, percent: 0, reason: 'customer_exempt' };
  }

  const percent = exampleRates[key];
  const isCollected =
    !seller.registrations || [key, country].some((entry) => seller.registrations?.includes(entry));
  if (percent === undefined || !isCollected) {
    return { ...rule, percent: 0, reason: 'not_collecting' };
  }

  const businessTaxId = businessTaxIds.get(country);
  const isForeignBusiness =
    country !== seller.country &&
    businessTaxId !== undefined &&
    payer.taxIdTypes.includes(businessTaxId);
  if (payer.exempt === 'reverse' || isForeignBusiness) {
    return { ...rule, percent: 0, reason: 'reverse_charge' };
  }
  return { ...rule, percent, reason: 'standard_rated' };
}

/** A US address needs its ZIP code, a Canadian one a province or a code; elsewhere the country is enough. */
function isPrecise(place: TaxPlace): boolean {
  if (place.country === 'US') {
    return /^\d{5}(-\d{4})?$/.test(place.postal_code ?? '');
  }
  return place.country === 'CA'
    ? Boolean(place.state || place.postal_code)
    : Boolean(place.country);
}

function nameOfTax(country: string): { display_name: string; tax_type: string } {
  if (country === 'US') {
    return { display_name: 'Sales Tax', tax_type: 'sales_tax' };
  }
  if (country === 'AU' || country === 'CA') {
    return { display_name: 'GST', tax_type: 'gst' };
  }
  return country === 'JP'
    ? { display_name: 'JCT', tax_type: 'jct' }
    : { display_name: 'VAT', tax_type: 'vat' };
}

const euVatPattern = new RegExp(
  `^(${euCountries.join('|').replace('GR', 'EL')}|XI)[0-9A-Z+*]{8,12}$`,
);

const taxIdPatterns: Record<string, RegExp> = {
  au_abn: /^\d{11}$/,
  ch_vat: /^CHE-?\d{3}\.?\d{3}\.?\d{3} ?(MWST|TVA|IVA)$/,
  eu_vat: euVatPattern,
  gb_vat: /^GB(\d{9}|\d{12})$/,
  no_vat: /^\d{9}MVA$/,
  us_ein: /^\d{2}-\d{7}$/,
};

export function isTaxIdWellFormed(type: string, value: string): boolean {
  return taxIdPatterns[type]?.test(value) ?? true;
}

/** Stripe's values for tests; null: Stripe does not look up this kind. https://docs.stripe.com/billing/customer/tax-ids */
export function taxIdVerdict(
  type: string,
  value: string,
): 'pending' | 'unverified' | 'verified' | null {
  if (!['au_abn', 'eu_vat', 'gb_vat'].includes(type)) {
    return null;
  }
  if (value.includes('222222222')) {
    return 'pending';
  }
  return value.includes('111111111') ? 'unverified' : 'verified';
}
