/** All of ISO 3166-1, and AC, TA and XK, which Stripe takes beside them. Browsers know their names. */
const countries =
  'AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

/** Their codes and names, in the order of the names; a browser that has no names, or denies them, shows the codes. */
export function namedCountries(language) {
  const codes = countries.split(' ');
  try {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return codes
      .map((code) => [code, names.of(code) ?? code])
      .sort(([, one], [, other]) => one.localeCompare(other, language));
  } catch {
    return codes.map((code) => [code, code]);
  }
}

/** Where the field is optional: addresses there seldom have it, and Stripe leaves it out. */
const seldom = {
  city: 'AE AG CO GI HK JP KY MC MO NR SG SM VA VG',
  postal_code:
    'AE AG AO AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK HM IE JM ' +
    'KE KI KM KN KP LC LY ML MO MR MS MW NA NG NR NU PA QA RW SB SC SL SO SR SS ST SX SY TD TF TG TK TL TO TT TV TZ ' +
    'UG UM VU WS YE ZW',
};
const withState = 'AE AU BR CA CN CO CR ES HN IN IQ IT JM JP KR MX NR PF PG RU SO SV TW US VE';

/** Whether an address in the country is incomplete without the field. */
export function isNeeded(name, country) {
  if (name === 'line2') {
    return false;
  }
  return name === 'state' ? withState.includes(country) : !seldom[name]?.includes(country);
}
