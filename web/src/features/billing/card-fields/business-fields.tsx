import {
  type BillingDetails,
  type getBillingDetails,
  type OutputOf,
  taxIdTypeOf,
  toTaxId,
} from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { type Form, useForm } from '../../../shared/form/use-form.ts';
import { TextField } from '../../../shared/ui/field.tsx';

/** Texts of the fields that only businesses fill in. */
export interface BusinessValues {
  readonly company: string;
  readonly taxId: string;
  readonly purchaseOrder: string;
}

export type BusinessDetails = Pick<BillingDetails, 'company' | 'tax_id' | 'purchase_order'>;
export type BusinessForm = Form<keyof BusinessValues>;

export const noBusiness: BusinessValues = { company: '', taxId: '', purchaseOrder: '' };

/** Requires nothing; a tax id has to have the form that the country uses. */
export function useBusinessForm(given: BusinessValues, country: string): BusinessForm {
  const { t } = useTranslation();
  return useForm({ ...given }, ({ taxId }) => ({
    taxId: hasWrongTaxId(country, taxId) && t('payment.business.taxIdWrong'),
  }));
}

function hasWrongTaxId(country: string, taxId: string): boolean {
  const isAsked = taxIdTypeOf(country) !== undefined;
  return isAsked && taxId.trim() !== '' && toTaxId(country, taxId) === undefined;
}

/** All three, also where they are empty, so that a text that was removed is forgotten. */
export function toBusinessDetails(values: BusinessValues, country: string): BusinessDetails {
  const { company, taxId, purchaseOrder } = values;
  return {
    company: company.trim(),
    tax_id: taxIdTypeOf(country) ? taxId.trim() : '',
    purchase_order: purchaseOrder.trim(),
  };
}

/** Only those that are filled in, where empty fields must not remove what an earlier plan has left. */
export function toAddedDetails(values: BusinessValues, country: string): BusinessDetails {
  const { company, tax_id, purchase_order } = toBusinessDetails(values, country);
  return {
    ...(company && { company }),
    ...(tax_id && { tax_id }),
    ...(purchase_order && { purchase_order }),
  };
}

interface BusinessFieldsProps {
  readonly form: BusinessForm;
  /** ISO 3166-1 alpha-2, of the address. */
  readonly country: string;
  /** State of the look-up of the saved tax id. */
  readonly status?: OutputOf<typeof getBillingDetails>['tax_id_status'];
}

/** Company, tax id where businesses of the country have one, and the number that invoices show. */
export function BusinessFields({ form, country, status }: BusinessFieldsProps) {
  const { t } = useTranslation();
  const type = taxIdTypeOf(country);
  return (
    <div className="grid gap-5">
      <TextField
        {...form.field('company')}
        label={t('payment.business.company')}
        autoComplete="organization"
        maxLength={200}
      />
      {type && (
        <TextField
          {...form.field('taxId')}
          label={t(`payment.business.taxIds.${type}`)}
          hint={status && t(`payment.business.statuses.${status}`)}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
      )}
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
