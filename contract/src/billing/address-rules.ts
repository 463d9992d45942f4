/** Where mail finds its way without a postal code, or seldom has one; no address there is refused for it. */
const withoutPostalCode = new Set(
  (
    'AE AG AO AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK HM IE JM ' +
    'KE KI KM KN KP LC LY ML MO MR MS MW NA NG NR NU PA QA RW SB SC SL SO SR SS ST SX SY TD TF TG TK TL TO TT TV TZ ' +
    'UG UM VU WS YE ZW'
  ).split(' '),
);

/** Where the country is the town, or the quarter stands in the address lines. */
const withoutCity = new Set('GI HK MC MO SG VA'.split(' '));

/** Whether an address in the country (ISO 3166-1 alpha-2) is incomplete without a postal code. */
export function needsPostalCode(country: string): boolean {
  return !withoutPostalCode.has(country);
}

/** Whether an address in the country is incomplete without a city. */
export function needsCity(country: string): boolean {
  return !withoutCity.has(country);
}
