import { describe, expect, it } from 'vitest';
import { isTaxId, taxIdTypeOf, toTaxId } from './tax-ids.ts';

describe('a tax id', () => {
  it.each([
    ['DE', 'de 123.456.789', 'eu_vat', 'DE123456789'],
    ['DE', '123456789', 'eu_vat', 'DE123456789'],
    ['FR', 'DE123456789', 'eu_vat', 'DE123456789'],
    ['GR', '123456789', 'eu_vat', 'EL123456789'],
    ['NL', 'NL123456789B01', 'eu_vat', 'NL123456789B01'],
    ['AT', 'ATU12345678', 'eu_vat', 'ATU12345678'],
    ['GB', 'GB 123 4567 89', 'gb_vat', 'GB123456789'],
    ['GB', 'XI123456789', 'eu_vat', 'XI123456789'],
    ['CH', 'che123456789mwst', 'ch_vat', 'CHE-123.456.789 MWST'],
    ['NO', '123 456 789 MVA', 'no_vat', '123456789MVA'],
    ['AU', '12 345 678 912', 'au_abn', '12345678912'],
    ['US', '123456789', 'us_ein', '12-3456789'],
    ['CA', '123456789 RT 0002', 'ca_gst_hst', '123456789RT0002'],
    ['IN', '12ABCDE3456FGZH', 'in_gst', '12ABCDE3456FGZH'],
    ['JP', 'T1234567891234', 'jp_trn', 'T1234567891234'],
  ])('of %s, typed as %s: %s %s', (country, typed, type, value) => {
    const read = toTaxId(country, typed);
    expect(read).toEqual({ type, value });
    expect(read && isTaxId(read)).toBe(true);
  });

  it.each([
    ['DE', 'DE12345678'],
    ['IN', '12ABCDE3456FGAH'],
    ['DE', 'ZZ123456789'],
    ['GB', '123456789'],
    ['CH', 'CHE-123.456.789'],
    ['US', '12-34567'],
    ['BR', '12345678901'],
    ['DE', ''],
  ])('of %s, typed as %s, is none', (country, typed) => {
    expect(toTaxId(country, typed)).toBeUndefined();
  });

  it('is asked for where the country has one', () => {
    expect(['DE', 'GR', 'GB', 'CH'].map(taxIdTypeOf)).toEqual([
      'eu_vat',
      'eu_vat',
      'gb_vat',
      'ch_vat',
    ]);
    expect(['BR', 'CN', ''].map(taxIdTypeOf)).toEqual([undefined, undefined, undefined]);
  });

  it('in another form than its provider takes it is none', () => {
    expect(isTaxId({ type: 'eu_vat', value: 'DE12' })).toBe(false);
    expect(isTaxId({ type: 'us_ein', value: '123456789' })).toBe(false);
  });
});
