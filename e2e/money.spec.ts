import { formatMoney, minorDigits, moneyFormat, shownDigits } from '@hearth/contract';
import { expect, test } from '@playwright/test';

test('the digits of money are written alike by the server and this browser, in every currency they know', async ({
  page,
}) => {
  const amount = -123_456_700;
  const sums = Intl.supportedValuesOf('currency').map((code) => {
    const currency = code.toLowerCase();
    const digits = shownDigits(amount, currency);
    const options = moneyFormat({ currency, digits }).resolvedOptions();
    const { style, currencyDisplay, minimumFractionDigits, maximumFractionDigits } = options;
    return {
      value: amount / 10 ** minorDigits(currency),
      options: { style, currency, currencyDisplay, minimumFractionDigits, maximumFractionDigits },
    };
  });
  const written = await page.evaluate(
    (all) =>
      all.map(({ value, options }) =>
        new Intl.NumberFormat('en-US', options as Intl.NumberFormatOptions).format(value),
      ),
    sums,
  );
  const expected = sums.map(({ options }) => formatMoney({ amount, currency: options.currency }));
  // Signs of rare currencies come with the browser.
  const digitsOf = (text: string) => /[\d.,]+$/.exec(text)?.[0];
  expect(sums.length).toBeGreaterThan(150);
  expect(written.map(digitsOf)).toEqual(expected.map(digitsOf));
});
