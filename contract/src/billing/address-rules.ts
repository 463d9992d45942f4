/** Countries where mail arrives without a postal code, or where few addresses have one. No address there is refused for lacking it. */
const withoutPostalCode = new Set(
  (
    'AE AG AO AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK HM IE JM ' +
    'KE KI KM KN KP LC LY ML MO MR MS MW NA NG NR NU PA QA RW SB SC SL SO SR SS ST SX SY TD TF TG TK TL TO TT TV TZ ' +
    'UG UM VU WS YE ZW'
  ).split(' '),
);

/** Countries whose addresses need no city: it is in the address lines or in the state. */
const withoutCity = new Set('AE AG CO GI HK JP KY MC MO NR SG SM VA VG'.split(' '));

/**
 * Countries whose addresses need a state, both by Google's libaddressinput
 * (https://chromium-i18n.appspot.com/ssl-address/data) and by Stripe's address form (localized_address_data.json of
 * stripe-ios). A longer list would refuse addresses that Stripe's form accepts.
 */
const withState = new Set(
  'AE AU BR CA CN CO CR ES HN IN IQ IT JM JP KR MX NR PF PG RU SO SV TW US VE'.split(' '),
);

/** Whether an address in the country (ISO 3166-1 alpha-2) is incomplete without a postal code. */
export function needsPostalCode(country: string): boolean {
  return !withoutPostalCode.has(country);
}

/** Whether an address in the country is incomplete without a city. */
export function needsCity(country: string): boolean {
  return !withoutCity.has(country);
}

/** Whether an address in the country is incomplete without a state or province. */
export function needsState(country: string): boolean {
  return withState.has(country);
}
