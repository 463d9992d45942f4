import {
  countryCodes,
  longestPhone,
  needsCity,
  needsPostalCode,
  needsState,
} from '@hearth/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { type Form, useForm } from '../../../shared/form/use-form.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { namesIn, orderIn } from '../../../shared/i18n/names-in.ts';
import { TextField } from '../../../shared/ui/field.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import type { AddressValues } from './address-values.ts';

/** Everything is required that an address of the country has, apart from the second line. */
export function useAddressForm(given: AddressValues) {
  const { t } = useTranslation();
  const isPhoneNeeded = useConfig().phone !== 'optional';
  return useForm({ ...given }, (typed) => {
    const missing = (name: keyof AddressValues, isRequired = true) =>
      isRequired && typed[name].trim() === '' && t('payment.address.missing');
    return {
      name: missing('name'),
      phone: isPhoneNeeded && typed.phone.trim() === '' && t('payment.address.phoneMissing'),
      line1: missing('line1'),
      city: missing('city', needsCity(typed.country)),
      state: missing('state', needsState(typed.country)),
      postalCode: missing('postalCode', needsPostalCode(typed.country)),
    };
  });
}

interface AddressFieldsProps {
  readonly form: Form<keyof AddressValues>;
  /** Whether a field of its own asks for the company. */
  readonly hasCompany: boolean;
}

/** Name and address of the payer: the street first, or the province first in Chinese; the postal code last in English, elsewhere before the city. */
export function AddressFields({ form, hasCompany }: AddressFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isChinese = language === 'zh';
  const isPostalCodeLast = /^en\b/.test(language);
  const isPostalCodeFirst = !/^(en|zh)\b/.test(language);
  const { field, values } = form;
  const isPhoneNeeded = useConfig().phone !== 'optional';
  const countries = useCountries();
  const { country } = values;
  const hasState = needsState(country);
  const hasCity = needsCity(country);
  const hasPostalCode = needsPostalCode(country);

  const required = (name: keyof AddressValues, isRequired = true) => ({
    ...field(name),
    required: isRequired,
    maxLength: 200,
  });

  const street = (
    <>
      <TextField
        {...required('line1')}
        label={t('payment.address.line1')}
        autoComplete="address-line1"
      />
      <TextField
        {...required('line2', false)}
        label={t('payment.address.line2')}
        autoComplete="address-line2"
      />
    </>
  );
  const city = (
    <TextField
      {...required('city', hasCity)}
      label={hasCity ? t('payment.address.city') : t('payment.address.cityOptional')}
      autoComplete="address-level2"
    />
  );
  const state = (
    <TextField
      {...required('state', hasState)}
      label={hasState ? t('payment.address.state') : t('payment.address.stateOptional')}
      autoComplete="address-level1"
    />
  );
  const postalCode = (
    <TextField
      {...required('postalCode', hasPostalCode)}
      label={
        hasPostalCode ? t('payment.address.postalCode') : t('payment.address.postalCodeOptional')
      }
      autoComplete="postal-code"
    />
  );

  return (
    <div className="grid gap-5">
      <TextField
        {...required('name')}
        label={hasCompany ? t('payment.address.person') : t('payment.address.name')}
        autoComplete="name"
      />
      <TextField
        {...required('phone', isPhoneNeeded)}
        maxLength={longestPhone}
        type="tel"
        label={isPhoneNeeded ? t('payment.address.phone') : t('payment.address.phoneOptional')}
        autoComplete="tel"
      />
      <SelectField
        {...field('country')}
        label={t('payment.address.country')}
        autoComplete="country"
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {!isChinese && street}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {isPostalCodeFirst && postalCode}
        {isChinese && state}
        {city}
        {!isChinese && state}
        {isPostalCodeLast && postalCode}
      </div>
      {isChinese && street}
      {isChinese && <div className="grid items-start gap-5 sm:grid-cols-2">{postalCode}</div>}
    </div>
  );
}

function useCountries() {
  const language = useLanguage();
  return useMemo(() => {
    const nameOf = namesIn(language, 'region');
    const compare = orderIn(language);
    return countryCodes
      .map((code) => ({ code, name: nameOf(code) }))
      .sort((one, other) => compare(one.name, other.name));
  }, [language]);
}
