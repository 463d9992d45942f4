import type { Browser, Page } from '@playwright/test';
import { queryAt } from './database.ts';
import { type OwnProduct, startOwnProduct } from './own-product.ts';
import { newPerson, type Person, signUp } from './people.ts';
import { specifiedConfig } from './places.ts';

/** Who operates the product. */
export const operator: Person = { ...newPerson('Ops'), email: 'ops@example.com' };

/** A product on which the operator has signed up, with the specification's configuration where no other is given. */
export async function startOperatedProduct(
  browser: Browser,
  config: string = specifiedConfig,
): Promise<OwnProduct> {
  const product = await startOwnProduct({
    OPERATOR_EMAILS: operator.email,
    HEARTH_CONFIG: config,
    PAYMENT_PROVIDER: 'sandbox',
  });
  await arrive(product, await newPage(product, browser), operator);
  return product;
}

/** A browser of somebody else. */
export async function newPage({ origin }: OwnProduct, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
  return await context.newPage();
}

/** Signs up; the address counts as verified. */
export async function arrive(
  { dataFolder }: OwnProduct,
  page: Page,
  person: Person,
): Promise<Person> {
  await signUp(page, person);
  const verify = 'update accounts set email_verified = true where email = $1';
  await queryAt(dataFolder, verify, [person.email]);
  return person;
}
