/**
 * numerator/denominator of an amount, exactly, rounded half away from zero. Stripe rounds quantity times price as a
 * whole. The result is a multiple of `step`, the smallest amount that can be charged.
 */
export function shareOf(amount: number, numerator: number, denominator: number, step = 1): number {
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator) * BigInt(step);
  const isNegative = product < 0n;
  const doubled = (isNegative ? -product : product) * 2n + divisor;
  const rounded = Number(doubled / (divisor * 2n)) * step;
  return isNegative && rounded !== 0 ? -rounded : rounded;
}

/** Like `shareOf`, but cut off instead of rounded. */
export function shareCutOff(
  amount: number,
  numerator: number,
  denominator: number,
  step = 1,
): number {
  return Number((BigInt(amount) * BigInt(numerator)) / (BigInt(denominator) * BigInt(step))) * step;
}

const percentScale = 10_000;

/** Percentages have up to four decimals. */
export function percentOf(amount: number, percent: number, step = 1): number {
  return shareOf(amount, Math.round(percent * percentScale), 100 * percentScale, step);
}

/** The tax in a gross amount; a fraction, so that sums can be rounded once. */
export function includedShare(percent: number): { numerator: number; denominator: number } {
  const scaled = Math.round(percent * percentScale);
  return { numerator: scaled, denominator: 100 * percentScale + scaled };
}

const decimalPlaces = 12;

/** Quantity times a price in decimal text of up to twelve places, rounded to whole minor units. */
export function timesDecimal(unitAmountDecimal: string, quantity: number): number {
  const [whole = '0', fraction = ''] = unitAmountDecimal.replace('-', '').split('.');
  const scaled =
    BigInt(whole + fraction.padEnd(decimalPlaces, '0').slice(0, decimalPlaces)) * BigInt(quantity);
  const scale = 10n ** BigInt(decimalPlaces);
  const rounded = Number((scaled * 2n + scale) / (scale * 2n));
  return unitAmountDecimal.startsWith('-') && rounded !== 0 ? -rounded : rounded;
}

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minimumCharge: Record<string, number> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
};

/** Below this no card is charged. Currencies without an amount of their own are settled in another one; one unit stands in. */
export function minimumChargeOf(currency: string): number {
  return minimumCharge[currency] ?? 1;
}

const threeDecimalCurrencies = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
/** Taken in hundredths, of which only whole hundreds can be charged. https://docs.stripe.com/currencies#special-cases */
const wholeHundreds = ['isk', 'ugx'];

/** Smallest amount that can be charged: the last digit is 0 in three-decimal currencies. https://docs.stripe.com/currencies#three-decimal */
export function stepOf(currency: string): number {
  if (wholeHundreds.includes(currency)) {
    return 100;
  }
  return threeDecimalCurrencies.includes(currency) ? 10 : 1;
}

const zeroDecimalCurrencies = [
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
];

/** As Stripe's messages and descriptions write an amount: $10.00, €5.00, ¥500. */
export function formatAmount(amount: number, currency: string): string {
  const digits = threeDecimalCurrencies.includes(currency) ? 3 : 2;
  const places = zeroDecimalCurrencies.includes(currency) ? 0 : digits;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(amount / 10 ** places);
}
