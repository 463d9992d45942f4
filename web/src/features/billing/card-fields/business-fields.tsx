import {
  type BillingDetails,
  type getBillingDetails,
  type OutputOf,
  type TaxId,
  type TaxIdType,
  taxIdTypes,
  taxIdTypesOf,
  toTaxId,
} from '@hearth/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Form, useForm } from '../../../shared/form/use-form.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { namesIn } from '../../../shared/i18n/names-in.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';

/** Fields that only businesses fill in: the name of each text, and its name in calls. All else follows from this list. */
const businessFields = {
  company: 'company',
  taxId: 'tax_id',
  /** Kind of the tax id that was chosen; empty for the one that the country and the id tell. */
  taxIdType: 'tax_id_type',
  purchaseOrder: 'purchase_order',
} as const satisfies Record<string, keyof BillingDetails>;

type BusinessField = keyof typeof businessFields;

/** Texts of these fields. */
export type BusinessValues = Readonly<Record<BusinessField, string>>;

export type BusinessDetails = Pick<BillingDetails, (typeof businessFields)[BusinessField]>;
export type BusinessForm = Form<keyof BusinessValues>;

export const noBusiness = Object.fromEntries(
  Object.keys(businessFields).map((field) => [field, '']),
) as Record<BusinessField, ''>;

/** Requires nothing; a tax id has to be one of the country, or of the chosen kind. */
export function useBusinessForm(given: BusinessValues, country: string): BusinessForm {
  const { t } = useTranslation();
  return useForm({ ...given }, (typed) => ({
    taxId:
      typed.taxId.trim() !== '' &&
      readTaxId(typed, country) === undefined &&
      t('payment.business.taxIdWrong'),
  }));
}

export type TypedTaxId = Pick<BusinessValues, 'taxId' | 'taxIdType'>;

/** Undefined while it is no tax id of the country, or of the chosen kind. */
export function readTaxId({ taxId, taxIdType }: TypedTaxId, country: string): TaxId | undefined {
  return country ? toTaxId(country, taxId, chosenType(taxIdType)) : undefined;
}

/** All, even if they are empty, so that a text that was removed is forgotten. */
export function toBusinessDetails({ taxIdType, ...texts }: BusinessValues): BusinessDetails {
  const fields = Object.keys(texts) as (keyof typeof texts)[];
  const typed = Object.fromEntries(fields.map((key) => [businessFields[key], texts[key].trim()]));
  return { ...typed, ...toTypedTaxId({ taxIdType }, texts.taxId) };
}

/** Fields of a call that name the tax id. */
export function toTypedTaxId({ taxIdType }: Pick<TypedTaxId, 'taxIdType'>, taxId: string) {
  const chosen = chosenType(taxIdType);
  return { tax_id: taxId.trim(), ...(chosen && { tax_id_type: chosen }) };
}

const chosenType = (name: string) => taxIdTypes.find((type) => type === name);

/** Only filled-in fields, if empty ones must not remove details that an earlier plan has left. */
export function toAddedDetails(values: BusinessValues): BusinessDetails {
  const { tax_id_type, ...texts } = toBusinessDetails(values);
  const added = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
  return { ...added, ...(texts.tax_id && tax_id_type && { tax_id_type }) };
}

/** Kinds whose fields are named as people there name them. */
const namedTypes = [
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

interface BusinessFieldsProps {
  readonly form: BusinessForm;
  /** ISO 3166-1 alpha-2, of the address. */
  readonly country: string;
  /** State of the look-up of the saved tax id. */
  readonly status?: OutputOf<typeof getBillingDetails>['tax_id_status'];
}

/** Company, tax id and its kind, and the number that invoices show. */
export function BusinessFields({ form, country, status }: BusinessFieldsProps) {
  const { t } = useTranslation();
  const nameOf = useTaxIdNames();
  const own = taxIdTypesOf(country);
  const asked = form.values.taxIdType || own[0];
  const named = namedTypes.find((type) => type === asked) ?? 'other';
  const others = taxIdTypes.filter((type) => !own.includes(type));
  const options = (types: readonly TaxIdType[]) =>
    types.map((type) => (
      <option key={type} value={type}>
        {nameOf(type)}
      </option>
    ));
  return (
    <div className="grid gap-5">
      <TextField
        {...form.field('company')}
        label={t('payment.business.company')}
        autoComplete="organization"
        maxLength={200}
      />
      <div className="grid items-start gap-5 min-[30rem]:grid-cols-2">
        <TextField
          {...form.field('taxId')}
          label={t(`payment.business.taxIds.${named}`)}
          hint={status && t(`payment.business.statuses.${status}`)}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <SelectField {...form.field('taxIdType')} label={t('payment.business.taxIdType')}>
          <option value="">{t('payment.business.taxIdTypeAny')}</option>
          {own.length > 0 && (
            <optgroup label={t('payment.business.taxIdTypesOwn')}>{options(own)}</optgroup>
          )}
          <optgroup label={t('payment.business.taxIdTypesOther')}>{options(others)}</optgroup>
        </SelectField>
      </div>
      <TextField
        {...form.field('purchaseOrder')}
        label={t('payment.business.purchaseOrder')}
        hint={t('payment.business.purchaseOrderHint')}
        autoComplete="off"
        maxLength={100}
      />
    </div>
  );
}

/** `France: SIRET`, from Stripe's name `fr_siret`. */
function useTaxIdNames(): (type: TaxIdType) => string {
  const language = useLanguage();
  const regionName = useMemo(() => namesIn(language, 'region'), [language]);
  return (type) => {
    const [region = '', ...name] = type.toUpperCase().split('_');
    return `${regionName(region)}: ${name.join('/')}`;
  };
}
