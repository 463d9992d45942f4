import { expect, test } from '@playwright/test';
import { query } from './support/database.ts';
import { createProject, newPerson, signIn, signUp } from './support/people.ts';

test('a person signs up, creates a free project, names it and finds it again', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/signin');
  await page.getByRole('link', { name: 'Sign up' }).click();

  const person = await signUp(page);
  await expect(page.getByText('Get started')).toBeVisible();
  const id = await createProject(page, 'Acme Analytics');

  await expect(page.getByRole('heading', { level: 1, name: 'Acme Analytics' })).toBeVisible();
  await expect(page.getByText(id, { exact: true })).toBeVisible();
  for (const feature of [
    '10 users included',
    '2 GB of storage',
    'Help center access',
    'Email support',
  ]) {
    await expect(page.getByText(feature)).toBeVisible();
  }

  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page).toHaveURL('/dashboard');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Acme Analytics/ })
    .click();
  await expect(page).toHaveURL(`/subscription/${id}`);

  const rows = await query(
    `select a.display_name, a.email, s.name, s.plan_id, s.status, m.permissions
     from accounts a join subscriptions s on s.owner_id = a.id
     join memberships m on m.subscription_id = s.id and m.account_id = a.id
     where a.email = $1`,
    [person.email],
  );
  expect(rows).toEqual([
    {
      display_name: 'Ada Lovelace',
      email: person.email,
      name: 'Acme Analytics',
      plan_id: 'free',
      status: 'active',
      permissions: ['access', 'admin'],
    },
  ]);
});

test('the session outlives a reload, and sign-out ends it on the server', { tag: '@full' }, async ({
  page,
}) => {
  const person = await signUp(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Ada Lovelace/ })).toBeVisible();

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/signin');
  const rows = await query(
    'select s.id from sessions s join accounts a on a.id = s.account_id where a.email = $1',
    [person.email],
  );
  expect(rows).toEqual([]);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/signin');
});

test('nothing that lasts can be read by a script', async ({ page, context }) => {
  await signUp(page);
  const kept = await page.evaluate(() => ({
    cookie: document.cookie,
    local: { ...localStorage },
    session: { ...sessionStorage },
  }));
  expect(kept.cookie).not.toContain('session');
  expect(JSON.stringify(kept)).not.toMatch(/eyJ|refresh/i);
  const [cookie] = (await context.cookies()).filter(({ name }) => name.includes('session'));
  // Safari would drop a Secure one here, where the page is plain http.
  expect(cookie).toMatchObject({ httpOnly: true, secure: false, sameSite: 'Strict' });
});

test('a visitor is brought to where they wanted to go', async ({ page, browser }) => {
  const person = await signUp(page);
  const id = await createProject(page, 'Kept place');
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/subscription/${id}/settings`);
  await expect(visitor).toHaveURL('/signin');
  await visitor.reload();
  await signIn(visitor, person);
  await expect(visitor).toHaveURL(`/subscription/${id}/settings`);
  await visitor.context().close();
});

test('a stranger and an unknown project lead home with the same sentence', {
  tag: '@full',
}, async ({ page, browser }) => {
  await signUp(page);
  const id = await createProject(page, 'Private');
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const stranger = await context.newPage();
  await signUp(stranger, newPerson('Mallory'));
  for (const target of [id, 'UnknownUnknownUnknow']) {
    await stranger.goto(`/subscription/${target}`);
    await expect(stranger.getByText('Access denied')).toBeVisible();
    await expect(stranger).toHaveURL('/dashboard');
  }
  for (const [path, sentence] of [
    ['/subscription/', 'No subscription ID provided'],
    ['/subscription/cut-off', 'Subscription not found'],
  ] as const) {
    await stranger.goto(path);
    await expect(stranger.getByText(sentence)).toBeVisible();
    await expect(stranger).toHaveURL('/dashboard');
  }
  await context.close();
});

test('what was typed survives a refusal, which is said in words', async ({ page }) => {
  const person = await signUp(page);
  await page.context().clearCookies();
  await page.goto('/signin');
  await signIn(page, { ...person, password: 'wrong password' });
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});
