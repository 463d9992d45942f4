/**
 * Kinds of tax ids with Stripe's names and forms: `#` is a digit, `@` a letter, `*` either. Stripe alone checks kinds
 * without a form. https://docs.stripe.com/billing/customer/tax-ids
 */
const documentedForms = {
  ad_nrt: '@-######-@',
  ae_trn: '###############',
  al_tin: '@########@',
  am_tin: '########',
  ao_tin: '##########',
  ar_cuit: '##-#######-## ##-########-#',
  au_abn: '###########',
  au_acn: '#########',
  au_arn: '############',
  au_wpn: '',
  aw_tin: '########',
  az_tin: '##########',
  ba_tin: '############',
  bb_tin: '#############',
  bd_bin: '#########-####',
  bf_ifu: '########@',
  bg_uic: '#########',
  bh_vat: '###############',
  bj_ifu: '#############',
  bo_tin: '#########',
  br_cnpj: '##.###.###/####-##',
  br_cpf: '###.###.###-##',
  bs_tin: '###.###.###',
  bw_vat: '',
  by_tin: '#########',
  ca_gst_hst: '#########RT####',
  ca_bn: '#########',
  ca_pst_bc: 'PST-####-####',
  ca_pst_mb: '######-#',
  ca_pst_sk: '#######',
  ca_qst: '##########TQ####',
  cd_nif: '@#######@',
  ch_vat: '',
  ch_uid: '',
  ci_vat: '',
  cl_tin: '##.###.###-*',
  cm_niu: '@############@',
  cn_tin: '******************',
  co_nit: '###.###.###-#',
  cr_tin: '#-###-######',
  cv_nif: '#########',
  cz_dic: '',
  de_stn: '########## ###########',
  do_rcn: '###-#######-#',
  ec_ruc: '#############',
  eg_tin: '#########',
  es_cif: '@#######*',
  et_tin: '##########',
  eu_vat: '',
  eu_oss_vat: 'EU#########',
  fo_vat: '',
  fr_siren: '#########',
  fr_siret: '##############',
  fr_spi: '#############',
  gb_vat: '',
  ge_vat: '#########',
  gh_tin: '',
  gi_tin: '',
  gn_nif: '#########',
  hk_br: '########',
  hr_oib: '###########',
  hu_tin: '########-#-##',
  ic_nif: '',
  id_npwp: '###.###.###.#-###.### ##.###.###.#-###.###',
  il_vat: '#########',
  in_gst: '##@@@@@####@*Z*',
  is_vat: '###### #####',
  is_kt: '##########',
  it_cf: '****************',
  jp_trn: 'T#############',
  jp_cn: '#############',
  jp_rn: '#####',
  ke_pin: '@#########@',
  kg_tin: '##############',
  kh_tin: '####-#########',
  kr_brn: '###-##-#####',
  kz_bin: '############',
  la_tin: '#########-###',
  li_vat: '#####',
  li_uid: 'CHE#########',
  lk_vat: '',
  ma_vat: '########',
  md_vat: '#######',
  md_cf: '',
  me_pib: '########',
  mk_vat: 'MK#############',
  mr_nif: '########',
  mu_vat: '',
  mx_rfc: '@@@######*** @@@@######***',
  my_sst: '@##-####-########',
  my_frp: '########',
  my_itn: '@ ##########',
  mz_nuit: '',
  ng_tin: '########-####',
  no_vat: '#########MVA',
  no_voec: '#######',
  np_pan: '#########',
  nz_gst: '######### ########',
  nz_bn: '#############',
  om_vat: 'OM##########',
  pe_ruc: '###########',
  ph_tin: '############ #########',
  pl_nip: '',
  pt_nif: '',
  py_ruc: '',
  ro_tin: '#############',
  rs_pib: '#########',
  ru_inn: '########## ############',
  ru_kpp: '#########',
  sa_vat: '###############',
  sg_gst: '@########@',
  sg_uen: '#########@ ##########',
  si_tin: '########',
  sm_coe: '',
  sn_ninea: '########@#',
  sr_fin: '##########',
  sv_nit: '####-######-###-#',
  th_vat: '#############',
  tj_tin: '#########',
  tr_tin: '##########',
  tt_vat: '',
  tt_bir: '',
  tw_vat: '########',
  tz_vat: '########@',
  ua_vat: '#########',
  ug_tin: '##########',
  us_ein: '##-#######',
  uy_ruc: '############',
  uz_vat: '############',
  uz_tin: '#########',
  ve_rif: '@-########-#',
  vn_tin: '##########',
  za_vat: '##########',
  zm_tin: '##########',
  zw_tin: '##########',
} as const;

export type TaxIdType = keyof typeof documentedForms;

export const taxIdTypes = Object.keys(documentedForms) as [TaxIdType, ...TaxIdType[]];

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
  // Northern Ireland keeps to the Union's rules for goods.
  XI: '(\\d{9}|\\d{12}|(GD|HA)\\d{3})',
};

/** Kinds whose ids are refused in another form; of all others the provider decides. */
const strictTypes: readonly string[] = [
  'eu_vat',
  'gb_vat',
  'ch_vat',
  'no_vat',
  'au_abn',
  'us_ein',
  'ca_gst_hst',
  'in_gst',
  'jp_trn',
];

/** Countries whose businesses have the ids of a neighbour. */
const neighbours: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' };

/** Greece writes its VAT ids with letters of their own. */
const lettersOf = (country: string) => (country === 'GR' ? 'EL' : country);

/** The kinds of tax ids that businesses of the country (ISO 3166-1 alpha-2) have, the usual one first. */
export function taxIdTypesOf(country: string): readonly TaxIdType[] {
  const home = neighbours[country] ?? country;
  const isOfEu = home !== 'XI' && lettersOf(home) in euForms;
  const own = taxIdTypes.filter((type) => type.startsWith(`${home.toLowerCase()}_`));
  return [...(isOfEu ? (['eu_vat'] as const) : []), ...own];
}

/** The kind of tax id that is asked for in the country; undefined if none is known. */
export function taxIdTypeOf(country: string): TaxIdType | undefined {
  return taxIdTypesOf(country)[0];
}

/** Words that people write before their tax id. */
const label =
  /^(VATREGNO|VATNUMBER|VATNO|VATID|VAT|USTIDNR|USTID|UID|MWST|BTW|TVA|PIVA|IVA|NIF|CIF|NIP|CVR|MOMS|ABN|ACN|EIN|GSTIN|GSTHST|GST|ORGNR|TAXID)(NR|NO)?/;

/**
 * Reads a tax id as people write it: with spaces, dots, a word before it or the country's letters. Without a type, takes
 * the country's first whose form fits.
 */
export function toTaxId(country: string, typed: string, given?: TaxIdType): TaxId | undefined {
  const text = typed.normalize('NFKC').toUpperCase().trim();
  const compact = text.replace(/[^0-9A-Z+*]/g, '');
  const spellings = [compact, compact.replace(label, '')];
  const types = given ? [given] : taxIdTypesOf(country);
  for (const type of country === 'GB' && !given ? [...types, 'eu_vat' as const] : types) {
    const value = spellings.map((one) => readAs(type, one, country)).find(Boolean);
    if (value !== undefined) {
      return { type, value };
    }
  }
  const [first] = types;
  const isLeft = first !== undefined && !strictTypes.includes(first) && compact !== '';
  return isLeft ? { type: first, value: text.replace(/\s+/g, ' ') } : undefined;
}

/** Whether the tax id is written as its provider takes it. */
export function isTaxId({ type, value }: TaxId): boolean {
  const read = toTaxId('', value, type);
  return strictTypes.includes(type) ? read?.value === value : read !== undefined;
}

/** The id as the provider writes ids of that kind; undefined if it does not have their form. */
function readAs(type: TaxIdType, text: string, country: string): string | undefined {
  switch (type) {
    case 'eu_vat':
      return readEuId(text, lettersOf(neighbours[country] ?? country));
    case 'gb_vat':
      return /^(GB)?(\d{9}|\d{12}|(GD|HA)\d{3})$/.test(text)
        ? `GB${text.replace(/^GB/, '')}`
        : undefined;
    case 'ch_vat':
    case 'ch_uid':
      return readSwissId(type, text);
    case 'no_vat':
      return /^(NO)?\d{9}(MVA)?$/.test(text) ? `${text.replace(/\D/g, '')}MVA` : undefined;
    default:
      return readDocumented(type, text);
  }
}

/** A business may be registered in another country of the Union than its address is in. */
function readEuId(text: string, letters: string): string | undefined {
  const written = text.replace(/^GR(?=\d{9}$)/, 'EL');
  return [written, `${letters}${written}`]
    .map((value) => value.replace(/^BE(?=\d{9}$)/, 'BE0'))
    .find((value) => {
      const form = euForms[value.slice(0, 2)];
      return form !== undefined && new RegExp(`^${form}$`).test(value.slice(2));
    });
}

function readSwissId(type: 'ch_vat' | 'ch_uid', text: string): string | undefined {
  const [, one, two, three, suffix] =
    /^(?:CHE)?(\d{3})(\d{3})(\d{3})(HR|MWST|TVA|IVA|VAT)?(?:MWST|TVA|IVA)*$/.exec(text) ?? [];
  const isOfKind = type === 'ch_uid' ? suffix === 'HR' || suffix === undefined : suffix !== 'HR';
  if (one === undefined || !isOfKind) {
    return undefined;
  }
  const end = suffix === undefined || suffix === 'VAT' ? 'MWST' : suffix;
  return `CHE-${one}.${two}.${three} ${type === 'ch_uid' ? 'HR' : end}`;
}

/** Puts the form's punctuation between the letters and digits. Before ids of one usual kind the country's letters are left out. */
function readDocumented(type: TaxIdType, text: string): string | undefined {
  const letters = strictTypes.includes(type) ? `(?:${type.slice(0, 2).toUpperCase()})?` : '';
  // A form may have a space in it, so a part of another length begins another form.
  const forms = type === 'my_itn' ? [documentedForms[type]] : documentedForms[type].split(' ');
  for (const form of forms.filter((one) => one !== '')) {
    const places = form.replace(/[-./ ]/g, '');
    const pattern = places.replace(/[#@*]/g, (place) => classes[place] ?? place);
    const [, found] = new RegExp(`^${letters}(${pattern})$`).exec(text) ?? [];
    if (found !== undefined) {
      const characters = [...found];
      return form.replace(/[^-./ ]/g, () => characters.shift() ?? '');
    }
  }
  return undefined;
}

const classes: Readonly<Record<string, string>> = { '#': '\\d', '@': '[A-Z]', '*': '[0-9A-Z]' };
