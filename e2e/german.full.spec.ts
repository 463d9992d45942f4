import { expect, test } from '@playwright/test';
import { addressOf, places } from './support/places.ts';

const origin = addressOf(places.monthlyYearly);

test.describe('a browser that speaks German, where German is switched on', () => {
  test.use({ locale: 'de-AT' });

  test('reads German from the first paint, with its own amounts, and keeps the choice of another', async ({
    page,
  }) => {
    await page.goto(`${origin}/signin`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page).toHaveTitle('Anmelden · Hearth');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen zurück');
    await expect(page.getByRole('combobox', { name: 'Sprache' })).toHaveValue('de');

    await page.goto(`${origin}/pricing`);
    await expect(page.getByText(/39,00\s€/).first()).toBeVisible();

    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await expect(page.getByText(/€39/).first()).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test.describe('a browser that speaks German, where German is off', () => {
  test.use({ locale: 'de-DE' });

  test('reads English, and no language is offered beside English and Chinese', async ({ page }) => {
    await page.goto('/signin?lng=de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    const languages = page.getByRole('combobox', { name: 'Language' }).getByRole('option');
    await expect(languages).toHaveText(['English', '中文']);
  });
});
