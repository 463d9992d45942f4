import { expect, type Locator, type Page } from '@playwright/test';
import { boughtId } from './billing.ts';
import { queryAt } from './database.ts';
import type { RunningProduct } from './own-product.ts';
import { type Address, cards, newYork, type PaymentFields } from './payment-fields.ts';
import { chooseLanguage, type Person, signIn, signUp } from './people.ts';

type Language = 'en' | 'zh';

/** Signs somebody new up, who then chooses the language, for mails too. */
export async function arrive(page: Page, language: Language): Promise<Person> {
  const person = await signUp(page);
  if (language !== 'en') {
    const kept = page.waitForResponse(
      (answer) => answer.request().postData()?.includes(`"language":"${language}"`) === true,
    );
    await page.getByLabel('Language').selectOption(language);
    expect((await kept).ok()).toBe(true);
  }
  return person;
}

/** Signs in after the session has ended. */
export async function comeBack(page: Page, person: Person, language: Language): Promise<void> {
  await page.goto('/signin?lng=en');
  await signIn(page, person);
  await page.waitForURL('**/dashboard*');
  await chooseLanguage(page, language);
}

interface Purchase {
  readonly fields: PaymentFields;
  /** Name of the button. */
  readonly pay: string;
  readonly card?: string;
  readonly address?: Address;
}

/** Fills the billing step in and pays; answers the id of the new project, on whose settings it ends. */
export async function pay(page: Page, purchase: Purchase): Promise<string> {
  const { fields, card = cards.works, address = newYork } = purchase;
  await fields.fillCard(page, card);
  await fields.fillAddress(page, address);
  await page.getByRole('button', { name: purchase.pay, exact: true }).click();
  return boughtId(page);
}

/** Where Pro in dollars is bought. */
export const proAt = (frequency: 'month' | 'year') =>
  `/create-plan?plan=pro&frequency=${frequency}&currency=usd`;

/** The notice above a page of the project. */
export const bannerOf = (page: Page, words: RegExp): Locator =>
  page.getByRole('main').getByRole('status').filter({ hasText: words });

/** Loads the page until it shows what a job does meanwhile. */
export async function reloadUntil(
  page: Page,
  address: string,
  shows: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await shows();
  }).toPass({ timeout: 60_000 });
}

/** Number of the project's newest invoice. */
export async function newestInvoice({ dataFolder }: RunningProduct, id: string): Promise<string> {
  const [invoice] = await queryAt<{ number: string }>(
    dataFolder,
    'select number from invoices where subscription_id = $1 order by created_at desc limit 1',
    [id],
  );
  return invoice?.number ?? '';
}
