import {
  type getBillingDetails,
  type Language,
  needsCity,
  needsPostalCode,
  needsState,
  type OutputOf,
} from '@hearth/contract';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { AddressFields } from '../card-fields/address-fields.tsx';
import {
  type AddressValues,
  defaultCountry,
  toBillingDetails,
} from '../card-fields/address-values.ts';
import { useUpdateBillingDetails } from './use-update-billing-details.ts';

type KnownDetails = OutputOf<typeof getBillingDetails>;

interface UpdateDetailsFormProps {
  readonly known: KnownDetails;
  readonly onSaved: () => void;
}

/** Can be sent once every field that is required has something in it. */
export function UpdateDetailsForm({ known, onSaved }: UpdateDetailsFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = useForm<AddressValues>({ defaultValues: toAddressValues(known, language) });
  const { busy, error, save } = useUpdateBillingDetails(onSaved);
  const isIncomplete = !isComplete(form.watch());

  return (
    <form
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((values) => save(toBillingDetails(values)))(event)
      }
      className="grid gap-5"
    >
      {error !== undefined && (
        <Notice tone="bad" title={t('billing.updateBillingError')}>
          {toServerText(error, t, language)}
        </Notice>
      )}
      <AddressFields form={form} />
      <div>
        <Button
          type="submit"
          variant="primary"
          aria-busy={busy || undefined}
          off={isIncomplete || busy}
        >
          {busy ? t('billing.details.saving') : t('billing.details.submit')}
        </Button>
      </div>
    </form>
  );
}

function toAddressValues({ name, phone, address }: KnownDetails, language: Language) {
  const { line1, line2, city, state, postal_code: postalCode } = address;
  const country = address.country || defaultCountry(language);
  return { name, phone, line1, line2, city, state, postalCode, country };
}

function isComplete(values: AddressValues): boolean {
  const { name, phone, line1, city, country, state, postalCode } = values;
  const required = [name, phone, line1, country];
  if (needsCity(country)) {
    required.push(city);
  }
  if (needsState(country)) {
    required.push(state);
  }
  if (needsPostalCode(country)) {
    required.push(postalCode);
  }
  return required.every((text) => text.trim() !== '');
}
