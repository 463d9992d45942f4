/** Kinds of tax ids, by the names that Stripe gives them. */
export const taxIdTypes = [
  'eu_vat',
  'gb_vat',
  'ch_vat',
  'no_vat',
  'au_abn',
  'us_ein',
  'ca_gst_hst',
  'in_gst',
  'jp_trn',
  'nz_gst',
  'sg_gst',
] as const;

export type TaxIdType = (typeof taxIdTypes)[number];

/** Tax id of a business, in the form in which the provider takes it. */
export interface TaxId {
  readonly type: TaxIdType;
  readonly value: string;
}

/** VAT ids of the European Union: after the country's letters come these (EU Regulation 904/2010, as VIES lists them). */
const euForms: Readonly<Record<string, string>> = {
  AT: 'U\\d{8}',
  BE: '[01]\\d{9}',
  BG: '\\d{9,10}',
  CY: '\\d{8}[A-Z]',
  CZ: '\\d{8,10}',
  DE: '\\d{9}',
  DK: '\\d{8}',
  EE: '\\d{9}',
  EL: '\\d{9}',
  ES: '[0-9A-Z]\\d{7}[0-9A-Z]',
  FI: '\\d{8}',
  FR: '[0-9A-Z]{2}\\d{9}',
  HR: '\\d{11}',
  HU: '\\d{8}',
  IE: '\\d[0-9A-Z+*]\\d{5}[A-Z]{1,2}',
  IT: '\\d{11}',
  LT: '(\\d{9}|\\d{12})',
  LU: '\\d{8}',
  LV: '\\d{11}',
  MT: '\\d{8}',
  NL: '\\d{9}B\\d{2}',
  PL: '\\d{10}',
  PT: '\\d{9}',
  RO: '\\d{2,10}',
  SE: '\\d{12}',
  SI: '\\d{8}',
  SK: '\\d{10}',
};

/** Greece writes its VAT ids with letters of their own. */
const euCountryOf = (letters: string) => (letters === 'EL' ? 'GR' : letters);

/** Kinds outside the European Union, by country, with the form once all but letters and digits is left out. */
const otherForms: Readonly<Record<string, readonly [TaxIdType, RegExp]>> = {
  GB: ['gb_vat', /^GB(\d{9}|\d{12})$/],
  CH: ['ch_vat', /^CHE\d{9}(MWST|TVA|IVA)$/],
  NO: ['no_vat', /^\d{9}MVA$/],
  AU: ['au_abn', /^\d{11}$/],
  US: ['us_ein', /^\d{9}$/],
  CA: ['ca_gst_hst', /^\d{9}RT\d{4}$/],
  IN: ['in_gst', /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/],
  JP: ['jp_trn', /^T\d{13}$/],
  NZ: ['nz_gst', /^\d{8,9}$/],
  SG: ['sg_gst', /^[0-9A-Z]{9,10}$/],
};

/** The kind of tax id that businesses of the country (ISO 3166-1 alpha-2) have; undefined where none is taken. */
export function taxIdTypeOf(country: string): TaxIdType | undefined {
  const isOfEu = Object.keys(euForms).some((letters) => euCountryOf(letters) === country);
  return isOfEu ? 'eu_vat' : otherForms[country]?.[0];
}

/** Reads a tax id as people type it, with or without spaces and dots; undefined where it has not the country's form. */
export function toTaxId(country: string, typed: string): TaxId | undefined {
  const text = typed.toUpperCase().replace(/[\s.\-/]/g, '');
  const type = taxIdTypeOf(country);
  if (type === 'eu_vat') {
    return toEuId(/^\d/.test(text) ? `${lettersOf(country)}${text}` : text);
  }
  if (country === 'GB' && text.startsWith('XI')) {
    // Northern Ireland keeps to the Union's rules for goods.
    return /^XI(\d{9}|\d{12})$/.test(text) ? { type: 'eu_vat', value: text } : undefined;
  }
  const [, form] = otherForms[country] ?? [];
  return type && form?.test(text) ? { type, value: toWritten(type, text) } : undefined;
}

/** Whether the tax id is written as its provider takes it. */
export function isTaxId({ type, value }: TaxId): boolean {
  const countries =
    type === 'eu_vat'
      ? ['DE', 'GB']
      : Object.keys(otherForms).filter((country) => taxIdTypeOf(country) === type);
  return countries.some((country) => {
    const read = toTaxId(country, value);
    return read?.type === type && read.value === value;
  });
}

const lettersOf = (country: string) => (country === 'GR' ? 'EL' : country);

/** A business may be registered in another country of the Union than its address is in. */
function toEuId(value: string): TaxId | undefined {
  const form = euForms[value.slice(0, 2)];
  const isValid = form !== undefined && new RegExp(`^${form}$`).test(value.slice(2));
  return isValid ? { type: 'eu_vat', value } : undefined;
}

function toWritten(type: TaxIdType, text: string): string {
  if (type === 'us_ein') {
    return text.replace(/^(\d{2})(\d{7})$/, '$1-$2');
  }
  return type === 'ch_vat'
    ? text.replace(/^CHE(\d{3})(\d{3})(\d{3})(\w+)$/, 'CHE-$1.$2.$3 $4')
    : text;
}
