/** Countries and territories whose money is the euro, by ISO 3166. */
const euroRegions = new Set(
  'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT'.split(
    ' ',
  ),
);

/** The euro for browsers of regions that pay in it, if it is sold; else the first currency. */
export function visitorCurrency(
  currencies: readonly string[],
  language = navigator.language,
): string | undefined {
  return (isInEuroRegion(language) && currencies.find((one) => one === 'eur')) || currencies[0];
}

/** A language without a region counts as that of the region in which most of its speakers live. */
function isInEuroRegion(language: string): boolean {
  try {
    return euroRegions.has(new Intl.Locale(language).maximize().region ?? '');
  } catch {
    return false;
  }
}
