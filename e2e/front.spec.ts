import { expect, type Page, test } from '@playwright/test';
import { mailedLink } from './support/mailbox.ts';
import { newPerson, type Person, signIn, signUp } from './support/people.ts';
import { addressOf, places } from './support/places.ts';

test.use({ baseURL: addressOf(places.front) });

async function fillSignUp(page: Page, { name, password }: Person): Promise<void> {
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

async function expectPurchase(page: Page, query = 'plan=pro'): Promise<void> {
  await expect(page).toHaveURL(`/create-plan?${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Start Pro' })).toBeVisible();
}

test('a plan chosen on the landing page survives reloads and detours, until it can be paid', async ({
  page,
}) => {
  const person = newPerson();
  await page.goto('/');
  await expect(
    page.getByRole('heading', { level: 1, name: /^One place for your team/ }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Gold' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Choose Pro' }).click();
  await expect(page.getByText('Then you can start with Pro.')).toBeVisible();
  await page.reload();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await fillSignUp(page, person);

  await expectPurchase(page);
  await expect(page.getByTestId('stripe-address-name')).toHaveValue(person.name);
  await page.reload();
  await expectPurchase(page);
});

test('the link that confirms the address leads on to the chosen plan, in another browser too', {
  tag: '@full',
}, async ({ page, request, browser }) => {
  const person = newPerson();
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Choose Pro' }).click();
  await page.getByLabel('Email').fill(person.email);
  await fillSignUp(page, person);
  await expectPurchase(page);

  const other = await (await browser.newContext({ baseURL: addressOf(places.front) })).newPage();
  await other.goto(await mailedLink(request, person.email, 'verify-email'));
  await other.getByRole('button', { name: 'Yes, verify' }).click();
  await other.getByRole('link', { name: 'Continue' }).click();
  await signIn(other, person);
  await expectPurchase(other, 'plan=pro&first=true');
});

for (const way of ['in a popup', 'in the same window']) {
  test(`a chosen plan survives a sign-in at a provider ${way}`, { tag: '@full' }, async ({
    page,
  }) => {
    if (way === 'in the same window') {
      await page.addInitScript(() => {
        window.open = () => null;
      });
    }
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Choose Pro' }).click();
    const opening = way === 'in a popup' ? page.waitForEvent('popup') : page;
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    const provider = await opening;
    await expect(provider.getByText('Sandbox', { exact: true })).toBeVisible();
    await provider.getByLabel('Email').fill(newPerson().email);
    await provider.getByLabel('Full name (optional)').fill('Ada Lovelace');
    await provider.getByRole('button', { name: 'Continue', exact: true }).click();
    await expectPurchase(page);
  });
}

test('signed in: the start page is the dashboard, and a plan is chosen without signing up', {
  tag: '@full',
}, async ({ page }) => {
  await signUp(page);
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/pricing');
  await expect(page.getByRole('link', { name: 'Go to your projects' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose Pro' }).click();
  await expectPurchase(page);
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Start for free' }).click();
  await expect(page).toHaveURL('/create-plan?plan=free');
  await expect(page.getByRole('button', { name: 'Choose Free' })).toBeVisible();

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect(
    page.getByRole('heading', { level: 1, name: /^One place for your team/ }),
  ).toBeVisible();
});

test('titles in the HTML are those that the browser shows', { tag: '@full' }, async ({
  page,
  request,
}) => {
  for (const path of ['/', '/pricing', '/signin', '/signup', '/reset-password']) {
    const html = await (await request.get(path)).text();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(html).toContain(`<title>${await page.title()}</title>`);
  }
});

test('the lower parts come with the first answer, and their code only in another language', {
  tag: '@full',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: 'Your people' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(1);
  const lower = () => asked.filter((path) => path.includes('loaded-parts'));
  expect(lower()).toEqual([]);

  await page.getByLabel('Language').selectOption('zh');
  await expect(page.getByRole('heading', { name: '您的成员' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your people' })).toHaveCount(0);
  expect(lower()).toHaveLength(1);
});

test('another period and currency: the sent examples are replaced by those with the chosen price', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto(`${addressOf(places.monthlyYearly)}/`);
  const paid = (sum: string) => page.getByText(`${sum} paid`, { exact: true });
  await expect(paid('$40.00')).toBeVisible();
  await page.getByRole('button', { name: 'Yearly' }).click();
  await expect(paid('$400.00')).toBeVisible();
  await page.getByLabel('Currency').selectOption('eur');
  await expect(paid('€390.00')).toBeVisible();
  await expect(page.getByText('$', { exact: false })).toHaveCount(0);
});

test('read in Chinese before: the English page of the first answer is not shown', {
  tag: '@full',
}, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh'));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await page.unroute('**/assets/*.js');
  await page.reload();
  await expect(page.getByRole('heading', { name: '您的成员' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page says what the product is and costs', { tag: '@full' }, async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: /^One place/ })).toBeVisible();
    const pro = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Pro' }) });
    await expect(pro.getByText('per week')).toHaveText('$10per week');
    await expect(page.getByRole('row', { name: /^Storage/ })).toContainText('10 GB of storage');
    // Texts in it are none that Playwright looks for.
    const note = page.locator('noscript p');
    await expect(note).toBeVisible();
    await expect(note).toHaveText(/^Hearth needs JavaScript\./);
  });
});

test('what is pressed and chosen before the code is there is done once it is', {
  tag: '@full',
}, async ({ page }) => {
  let sendCode = () => {};
  const sent = new Promise<void>((resolve) => {
    sendCode = resolve;
  });
  await page.route(/[/]assets[/].*[.]js$/, async (route) => {
    await sent;
    await route.continue();
  });
  await page.goto(`${addressOf(places.monthlyYearly)}/`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Yearly' }).click();
  await page.getByLabel('Currency').selectOption('eur');
  await page.getByLabel('Theme').selectOption('dark');
  await expect(page.getByText('$40.00 paid', { exact: true })).toBeVisible();

  sendCode();
  await expect(page.getByText('€390.00 paid', { exact: true })).toBeVisible();
  const yearly = page.getByRole('button', { name: 'Yearly' });
  await expect(yearly).toHaveAttribute('aria-pressed', 'true');
  await expect(yearly).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.getByRole('button', { name: 'Monthly' }).click();
  await expect(page.getByText('€39.00 paid', { exact: true })).toBeVisible();
});
