import { describe, expect, it } from 'vitest';
import { formatMoney, isChargeable, minorDigits, minorStep, toMinorUnits } from './minor-units.ts';

/**
 * docs.stripe.com/currencies as stored in 2026: all presentment currencies, `0` after those in its list of zero-decimal
 * ones, and the three-decimal ones of its API.
 */
const atStripe =
  `usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bif0 bmd bnd bob brl bsd bwp byn bzd cad cdf
  chf clp0 cny cop crc cve czk djf0 dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf0 gtq gyd hkd hnl htg huf idr ils
  inr isk jmd jpy0 kes kgs khr kmf0 krw0 kyd kzt lak lbp lkr lrd lsl mad mdl mga0 mkd mmk mnt mop mur mvr mwk mxn myr mzn
  nad ngn nio nok npr nzd pab pen pgk php pkr pln pyg0 qar ron rsd rub rwf0 sar sbd scr sek sgd shp sle sos srd std szl
  thb tjs top try ttd twd tzs uah ugx uyu uzs vnd0 vuv0 wst xaf0 xcd xof0 xpf0 yer zar zmw bhd3 jod3 kwd3 omr3 tnd3`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 3), Number(entry[3] ?? 2)] as const);

describe('minor units', () => {
  it.each(atStripe)('%s has %i digits after the point, as at Stripe', (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits);
    expect(minorDigits(currency.toUpperCase())).toBe(digits);
    expect(toMinorUnits({ price: 4990, currency }).amount).toBe(4990 * 10 ** digits);
    const written = formatMoney({ amount: 1_234_000, currency });
    expect(Number(written.replace(/[^\d.]/g, ''))).toBe(1_234_000 / 10 ** digits);
  });

  // "You can't charge fractions of ISK", also of UGX; the last digit of three decimals has to be 0.
  it.each([
    ['isk', 100],
    ['ugx', 100],
    ['kwd', 10],
    ['huf', 1],
    ['twd', 1],
    ['jpy', 1],
  ])('the smallest amount of %s that can be charged is %i', (currency, step) => {
    expect(minorStep(currency)).toBe(step);
  });

  it.each([
    [4990, 'huf', true],
    [4990.5, 'huf', true],
    [19.99, 'usd', true],
    [9.999, 'usd', false],
    [500, 'jpy', true],
    [500.5, 'jpy', false],
    [4990, 'isk', true],
    [4990.5, 'isk', false],
    [5.12, 'kwd', true],
    [5.124, 'kwd', false],
    [9_999_999_999.99, 'idr', true],
    [10_000_000_000, 'idr', false],
  ])('%s %s can be charged: %s', (price, currency, can) => {
    expect(isChargeable({ price, currency })).toBe(can);
  });

  it.each([
    [499_000, 'huf', 'HUF 4,990.00'],
    [499_000, 'isk', 'ISK 4,990'],
    [499_050, 'isk', 'ISK 4,990.50'],
    [5_120, 'kwd', 'KWD 5.120'],
    [3_000_000_000, 'idr', 'IDR 30,000,000.00'],
    [-4990, 'jpy', '-¥4,990'],
  ])('%i %s is written %s', (amount, currency, text) => {
    expect(formatMoney({ amount, currency }).replace('\u00a0', ' ')).toBe(text);
  });
});
