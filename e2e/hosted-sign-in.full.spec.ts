import { expect, type Page, test } from '@playwright/test';
import { type FrontEnd, startFrontEnd } from './support/front-end.ts';
import {
  expectNone,
  faultsOf,
  looks,
  nameOf,
  prepareLooks,
  takePictures,
  violationsOf,
  wear,
} from './support/looks.ts';
import { newPerson } from './support/people.ts';

let frontEnd: FrontEnd;
test.beforeAll(async () => {
  frontEnd = await startFrontEnd();
});
test.afterAll(() => frontEnd.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const outcome = (page: Page) => page.locator('output');

async function openFrontEnd(page: Page): Promise<void> {
  const { origin, product } = frontEnd;
  await page.goto(`${origin}/?${new URLSearchParams({ hearth: product.origin })}`);
  await expect(outcome(page)).toHaveText('ready');
}

/** From the front end through the form of Hearth, as a new person, and back. */
async function signUpThere(page: Page) {
  const person = newPerson();
  await openFrontEnd(page);
  await press(page, 'Sign in');
  await expect(page).toHaveURL(new RegExp(`^${frontEnd.product.origin}/signin\\?interaction=`));
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Full name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(page, 'Sign up');
  await expect(outcome(page)).toHaveText(`signed in: ${person.email}, ${person.name}`);
  expect(new URL(page.url()).origin).toBe(frontEnd.origin);
  return person;
}

test('a front end on another origin signs a new person in, refreshes, and cannot after a sign-out in Hearth', async ({
  page,
}) => {
  const { email, name, password } = await signUpThere(page);
  const { product } = frontEnd;
  await press(page, 'Refresh');
  await expect(outcome(page)).toHaveText(`refreshed: ${email}, ${name}`);
  await press(page, 'User info');
  await expect(outcome(page)).toHaveText(`user info: ${email}`);

  // Signed in to Hearth as well, so nothing is typed the second time.
  await openFrontEnd(page);
  await press(page, 'Sign in');
  await expect(outcome(page)).toHaveText(`signed in: ${email}, ${name}`);

  await page.goto(`${product.origin}/dashboard`);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${product.origin}/signin`);
  await openFrontEnd(page);
  await press(page, 'Refresh');
  await expect(outcome(page)).toHaveText('refused: invalid_grant');

  await press(page, 'Sign in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
  await expect(outcome(page)).toHaveText(`signed in: ${email}, ${name}`);
});

test('a sign-out in the front end ends the session of Hearth', { tag: '@full' }, async ({
  page,
}) => {
  await signUpThere(page);
  await press(page, 'Sign out');
  await expect(page).toHaveURL(`${frontEnd.origin}/bye`);
  await expect(outcome(page)).toHaveText('ready');
  await press(page, 'Refresh');
  await expect(outcome(page)).toHaveText('refused: invalid_grant');
  await page.goto(`${frontEnd.product.origin}/dashboard`);
  await expect(page).toHaveURL(`${frontEnd.product.origin}/signin`);
});

for (const lng of ['en', 'zh'] as const) {
  test(`faults that the front end cannot be told have a page in words, ${lng}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const locale = lng === 'en' ? 'en-US' : 'zh-CN';
    const context = await browser.newContext({ locale, reducedMotion: 'reduce', bypassCSP: true });
    await prepareLooks(context);
    const page = await context.newPage();
    const { origin } = frontEnd.product;
    const faults = {
      client: '/oauth/authorize?client_id=nobody&response_type=code&scope=openid',
      expired: '/oauth/authorize/unknown',
      'sign-out': '/oauth/logout',
    };
    for (const [name, path] of Object.entries(faults)) {
      expect((await page.goto(origin + path))?.status()).toBe(400);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const worn = looks.filter((one) => one.lng === lng);
      for (const look of worn) {
        await wear(page, look);
        const where = `${name} ${nameOf(look)}`;
        expectNone([...(await faultsOf(page)), ...(await violationsOf(page))], where);
      }
      await takePictures(page, { name: `fault-${name}`, worn });
      await page.getByRole('link').click();
      await expect(page).toHaveURL(`${origin}/signin`);
    }
    await context.close();
  });
}
