import { type Browser, expect, type Page } from '@playwright/test';
import { query } from './database.ts';
import { newPerson, type Person, signUp } from './people.ts';

/** Signs a person up in a browser of their own; their address counts as verified. */
export async function verifiedPerson(browser: Browser, name: string) {
  const person = newPerson(name);
  const page = await (await browser.newContext()).newPage();
  await signUp(page, person);
  await query('update accounts set email_verified = true where email = $1', [person.email]);
  return { page, person };
}

/** Invites through the screen and ends on the list of users. */
export async function inviteByScreen(
  page: Page,
  { id, email, admin = false }: { id: string; email: string; admin?: boolean },
): Promise<void> {
  await page.goto(`/subscription/${id}/users/invite`);
  await page.getByRole('textbox', { name: 'Email addresses' }).fill(email);
  if (admin) {
    await page.getByLabel(/^Administrator/).check();
  }
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`The invitation to ${email} is on its way.`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(rowOf(page, email)).toContainText('Pending');
}

/** A member with a browser of their own, who accepted on the dashboard. */
export async function joinedByDashboard(
  browser: Browser,
  owner: Page,
  { id, project, name, admin }: { id: string; project: string; name: string; admin?: boolean },
): Promise<{ page: Page; person: Person }> {
  const joined = await verifiedPerson(browser, name);
  await inviteByScreen(owner, { id, email: joined.person.email, ...(admin && { admin }) });
  await joined.page.goto('/dashboard');
  await joined.page.getByRole('button', { name: `Accept the invitation to ${project}` }).click();
  await expect(joined.page.getByRole('link', { name: new RegExp(project) })).toBeVisible();
  return joined;
}

export function rowOf(page: Page, email: string) {
  return page.getByRole('row').filter({ hasText: email });
}

/** Chooses from the menu of the person's row. */
export async function act(page: Page, email: string, action: string): Promise<void> {
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}
