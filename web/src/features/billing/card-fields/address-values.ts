import type { BillingDetails, Language } from '@hearth/contract';

/** Texts of the address fields. */
export interface AddressValues {
  readonly name: string;
  readonly phone: string;
  readonly country: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

/** The country where most read the language: `DE` for `de`, `CA` for `fr-CA`. */
export function defaultCountry(language: Language): string {
  return new Intl.Locale(language).maximize().region ?? 'US';
}

export function toBillingDetails(values: AddressValues): BillingDetails {
  const line2 = values.line2.trim();
  return {
    name: values.name.trim(),
    phone: values.phone.trim(),
    address: {
      line1: values.line1.trim(),
      ...(line2 && { line2 }),
      city: values.city.trim(),
      state: values.state.trim(),
      postal_code: values.postalCode.trim(),
      country: values.country,
    },
  };
}
