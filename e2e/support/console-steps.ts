import { type Browser, expect, type Page } from '@playwright/test';
import { queryAt } from './database.ts';
import { newPage, operator } from './operated-product.ts';
import type { OwnProduct } from './own-product.ts';
import { enter } from './people.ts';

export async function findUid({ dataFolder }: OwnProduct, email: string): Promise<string> {
  const rows = await queryAt<{ id: string }>(
    dataFolder,
    'select id from accounts where email = $1',
    [email],
  );
  return rows[0]?.id ?? '';
}

/** An operator's page about a person or a project, after they have said why they look. */
export async function lookAt(product: OwnProduct, browser: Browser, path: string): Promise<Page> {
  const page = await newPage(product, browser);
  await enter(page, operator);
  await page.goto(`/operator/${path}`);
  await sayWhy(page);
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  return page;
}

export async function sayWhy(page: Page): Promise<void> {
  await page.getByLabel('Why do you look?').fill('Ticket 12');
  await page.keyboard.press('Enter');
}

/** Presses the act and confirms it; pressed twice, it is done once. */
export async function act(
  page: Page,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, text] of Object.entries(fields)) {
    await dialog.getByLabel(label).fill(text);
  }
  await dialog.getByRole('button', { name, exact: true }).dblclick();
  await expect(dialog).toHaveCount(0);
}

export const history = (page: Page) =>
  page.getByRole('region', { name: 'History' }).getByRole('heading', { level: 3 });
