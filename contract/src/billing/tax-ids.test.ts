import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  isTaxId,
  type TaxIdType,
  taxIdTypeOf,
  taxIdTypes,
  taxIdTypesOf,
  toTaxId,
} from './tax-ids.ts';

const examples =
  `ad_nrt A-123456-Z|ae_trn 123456789012345|al_tin J12345678N|am_tin 02538904|ao_tin 5123456789|ar_cuit 12-3456789-01|
  eu_vat ATU12345678|au_abn 12345678912|au_arn 123456789123|aw_tin 12345678|az_tin 0123456789|ba_tin 123456789012|
  bb_tin 1123456789012|bd_bin 123456789-0123|eu_vat BE0123456789|bf_ifu 12345678A|bg_uic 123456789|eu_vat BG0123456789|
  bh_vat 123456789012345|bj_ifu 1234567890123|bo_tin 123456789|br_cnpj 01.234.456/5432-10|br_cpf 123.456.789-87|
  bs_tin 123.456.789|by_tin 123456789|ca_bn 123456789|ca_gst_hst 123456789RT0002|ca_pst_bc PST-1234-5678|
  ca_pst_mb 123456-7|ca_pst_sk 1234567|ca_qst 1234567890TQ1234|cd_nif A0123456M|ch_uid CHE-123.456.789 HR|
  ch_vat CHE-123.456.789 MWST|cl_tin 12.345.678-K|cm_niu M123456789000L|cn_tin 123456789012345678|co_nit 123.456.789-0|
  cr_tin 1-234-567890|cv_nif 213456789|eu_vat CY12345678Z|eu_vat CZ1234567890|de_stn 1234567890|eu_vat DE123456789|
  eu_vat DK12345678|do_rcn 123-4567890-1|ec_ruc 1234567890001|eu_vat EE123456789|eg_tin 123456789|es_cif A12345678|
  eu_vat ESA1234567Z|et_tin 1234567890|eu_oss_vat EU123456789|eu_vat FI12345678|eu_vat FRAB123456789|eu_vat XI123456789|
  gb_vat GB123456789|ge_vat 123456789|gn_nif 123456789|eu_vat EL123456789|hk_br 12345678|eu_vat HR12345678912|
  hr_oib 12345678901|eu_vat HU12345678|hu_tin 12345678-1-23|id_npwp 012.345.678.9-012.345|eu_vat IE1234567AB|
  il_vat 000012345|in_gst 12ABCDE3456FGZH|is_vat 123456|eu_vat IT12345678912|jp_cn 1234567891234|jp_rn 12345|
  jp_trn T1234567891234|ke_pin P000111111A|kg_tin 12345678901234|kh_tin 1001-123456789|kr_brn 123-45-67890|
  kz_bin 123456789012|la_tin 123456789-000|li_uid CHE123456789|li_vat 12345|eu_vat LT123456789123|eu_vat LU12345678|
  eu_vat LV12345678912|ma_vat 12345678|md_vat 1234567|me_pib 12345678|mk_vat MK1234567890123|mr_nif 12345678|
  eu_vat MT12345678|mx_rfc ABC010203AB9|my_frp 12345678|my_itn C 1234567890|my_sst A12-3456-78912345|
  ng_tin 12345678-0001|eu_vat NL123456789B12|no_vat 123456789MVA|no_voec 1234567|np_pan 123456789|nz_gst 123456789|
  om_vat OM1234567890|pe_ruc 12345678901|ph_tin 123456789012|eu_vat PL1234567890|eu_vat PT123456789|eu_vat RO1234567891|
  ro_tin 1234567890123|rs_pib 123456789|ru_inn 1234567891|ru_kpp 123456789|sa_vat 123456789012345|eu_vat SE123456789123|
  sg_gst M12345678X|sg_uen 123456789F|eu_vat SI12345678|si_tin 12345678|eu_vat SK1234567891|sn_ninea 12345672A2|
  sr_fin 1234567890|sv_nit 1234-567890-123-4|th_vat 1234567891234|tj_tin 123456789|tr_tin 0123456789|tw_vat 12345678|
  tz_vat 12345678A|ua_vat 123456789|ug_tin 1014751879|us_ein 12-3456789|uy_ruc 123456789012|uz_tin 123456789|
  uz_vat 123456789012|ve_rif A-12345678-9|vn_tin 1234567890|za_vat 4123456789|zm_tin 1004751879|zw_tin 1234567890`
    .split(/\|\s*/)
    .map((entry) => entry.split(/ (.*)/) as [TaxIdType, string]);

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
    ['NO', 'NO 923 609 016 MVA', 'no_vat', '923609016MVA'],
    ['NO', '923 609 016', 'no_vat', '923609016MVA'],
    ['AU', 'ABN 51 824 753 556', 'au_abn', '51824753556'],
    ['AU', '005 749 986', 'au_acn', '005749986'],
    ['GB', '123 4567 89', 'gb_vat', 'GB123456789'],
    ['GB', 'VAT Reg No. GB 123 4567 89', 'gb_vat', 'GB123456789'],
    ['GB', 'GBGD001', 'gb_vat', 'GBGD001'],
    ['IM', 'GB 003 1234 56', 'gb_vat', 'GB003123456'],
    ['GR', 'GR123456789', 'eu_vat', 'EL123456789'],
    ['AT', 'U12345678', 'eu_vat', 'ATU12345678'],
    ['AT', 'UID: ATU 1234 5678', 'eu_vat', 'ATU12345678'],
    ['ES', 'B12345678', 'eu_vat', 'ESB12345678'],
    ['ES', 'B-12.345.678', 'eu_vat', 'ESB12345678'],
    ['BE', 'BTW BE 123.456.789', 'eu_vat', 'BE0123456789'],
    ['NL', '123456789 B 01', 'eu_vat', 'NL123456789B01'],
    ['FR', 'AB 123 456 789', 'eu_vat', 'FRAB123456789'],
    ['FR', '732 829 320', 'fr_siren', '732829320'],
    ['MC', 'FR 12 345678901', 'eu_vat', 'FR12345678901'],
    ['DE', 'USt-IdNr. DE\u00a0123\u2011456\u2011789', 'eu_vat', 'DE123456789'],
    ['DE', '\uff11\uff12\uff13456789', 'eu_vat', 'DE123456789'],
    ['CH', 'CHE-123.456.789', 'ch_vat', 'CHE-123.456.789 MWST'],
    ['CH', 'CHE-123.456.789 MWST/TVA/IVA', 'ch_vat', 'CHE-123.456.789 MWST'],
    ['CH', 'CHE-123.456.789 TVA', 'ch_vat', 'CHE-123.456.789 TVA'],
    ['CH', 'CHE-123.456.789 HR', 'ch_uid', 'CHE-123.456.789 HR'],
    ['US', 'EIN 12 3456789', 'us_ein', '12-3456789'],
    ['CA', '123456789', 'ca_bn', '123456789'],
    ['CA', '1234567890 TQ 1234', 'ca_qst', '1234567890TQ1234'],
    ['BR', '01234456543210', 'br_cnpj', '01.234.456/5432-10'],
    ['BR', '12345678987', 'br_cpf', '123.456.789-87'],
    ['AE', '100 1234 5678 9003', 'ae_trn', '100123456789003'],
    ['ZA', 'a form nobody described', 'za_vat', 'A FORM NOBODY DESCRIBED'],
  ])('of %s, typed as %s: %s %s', (country, typed, type, value) => {
    const read = toTaxId(country, typed);
    expect(read).toEqual({ type, value });
    expect(read && isTaxId(read)).toBe(true);
  });

  it.each([
    ['DE', 'DE12345678'],
    ['IN', '12ABCDE3456FGAH'],
    ['DE', 'ZZ123456789'],
    ['GB', '12345'],
    ['CH', 'CHE-123.456'],
    ['US', '12-34567'],
    ['ZA', ' - '],
    ['AQ', '12345678901'],
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
    expect(['BR', 'AQ', ''].map(taxIdTypeOf)).toEqual(['br_cnpj', undefined, undefined]);
    expect(taxIdTypesOf('CH')).toEqual(['ch_vat', 'ch_uid']);
  });

  it('can be of each kind that Stripe knows', () => {
    const url = new URL(import.meta.resolve('stripe'));
    const types = readFileSync(new URL('resources/TaxIds.d.ts', url), 'utf8');
    const [, union = ''] = /TaxIdCreateParams \{\s+type Type = ([^;]+);/.exec(types) ?? [];
    const known = [...union.matchAll(/'(\w+)'/g)].map(([, type]) => type);
    expect(known.length).toBeGreaterThan(100);
    expect([...taxIdTypes].sort()).toEqual(known.sort());
  });

  // The column of examples at docs.stripe.com/billing/customer/tax-ids, for kinds that have one.
  it.each(examples)("%s of Stripe's own example stays as it is: %s", (type, value) => {
    const country =
      type === 'eu_vat' || type === 'eu_oss_vat' ? 'DE' : type.slice(0, 2).toUpperCase();
    expect(toTaxId(country, value, type)).toEqual({ type, value });
    expect(isTaxId({ type, value })).toBe(true);
    const bare = value.replace(/[-./ ]/g, '').toLowerCase();
    expect(toTaxId(country, bare, type)?.value).toBe(value);
  });

  it('in another form than its provider takes it is none', () => {
    expect(isTaxId({ type: 'eu_vat', value: 'DE12' })).toBe(false);
    expect(isTaxId({ type: 'us_ein', value: '123456789' })).toBe(false);
  });
});
