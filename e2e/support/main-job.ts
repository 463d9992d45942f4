import { expect, type Page } from '@playwright/test';
import { boughtId, fillBillingStep } from './billing.ts';
import { en } from './billing-words.ts';
import { cards } from './payment-fields.ts';
import { newPerson, type Person, signUp } from './people.ts';
import { verify } from './seeds.ts';
import { stripeFields } from './stripe-fields.ts';
import { inviteByScreen } from './team.ts';

/** Signs a person up who buys a project by card, invites somebody and looks around. */
export async function doMainJob(
  page: Page,
): Promise<{ readonly id: string; readonly person: Person }> {
  const person = await signUp(page);
  await verify([person]);
  await fillBillingStep(page, { fields: stripeFields(), words: en, card: cards.works });
  await page.getByRole('button', { name: en.pay }).click();
  const id = await boughtId(page);
  await page.getByLabel('Name your project').fill('Acme Analytics');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/have been saved/).first()).toBeVisible();
  await inviteByScreen(page, { id, email: newPerson().email });
  return { id, person };
}

export const mainScreens = (id: string): readonly string[] => [
  '/dashboard',
  `/subscription/${id}`,
  `/subscription/${id}/users`,
  `/subscription/${id}/users/invite`,
  `/subscription/${id}/settings`,
  `/subscription/${id}/activity`,
  `/subscription/${id}/billing`,
  `/subscription/${id}/billing/change-plan`,
  `/subscription/${id}/billing/payment-methods`,
  '/create-plan?plan=pro',
  '/profile',
  '/change-password',
  '/sessions',
];

/** Errors that the page throws, by the screen that threw them. */
export function hearErrors(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(`${new URL(page.url()).pathname}: ${error}`));
  return heard;
}

/** Opens the address, which must show its page and not that something went wrong. */
export async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => !document.querySelector('.animate-breathe, .animate-travel'));
  await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText(
    /^(Something went wrong|出错了)/,
  );
}
