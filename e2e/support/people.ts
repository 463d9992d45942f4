import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export function newPerson(name = 'Ada Lovelace'): Person {
  const email = `person-${randomBytes(6).toString('hex')}@example.com`;
  return { name, email, password: 'correct horse' };
}

/** Signs a new person up through the screen and waits for the dashboard. */
export async function signUp(page: Page, person: Person = newPerson()): Promise<Person> {
  await page.goto('/signup');
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  return person;
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Chooses the language on the dashboard; the choice is kept once the page speaks it, so leave no sooner. */
export async function chooseLanguage(page: Page, language: 'en' | 'zh'): Promise<void> {
  await page.goto(`/dashboard?lng=${language}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Creates a free subscription from the dashboard and names it; ends on the overview. */
export async function createProject(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: 'New project' }).first().click();
  await page.getByRole('button', { name: 'Choose Free' }).click();
  await expect(page).toHaveURL(/\/subscription\/[A-Za-z0-9]{20}\/settings$/);
  const id = /subscription\/([^/]+)\/settings/.exec(page.url())?.[1] ?? '';
  await page.getByLabel('Project name').fill(name);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your changes have been saved.')).toBeVisible();
  await expect(page).toHaveURL(`/subscription/${id}`);
  return id;
}

/** Signs in as the sign-in page does, but for its form. */
export async function enter(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/signin');
  const isIn = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', 'x-hearth-session': 'cookie' };
      const path = '/v1/accounts:signInWithPassword?key=hearth-local';
      return (await fetch(path, { method: 'POST', headers, body })).ok;
    },
    JSON.stringify({ email, password, returnSecureToken: true }),
  );
  expect(isIn).toBe(true);
}
