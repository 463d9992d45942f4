import { expect, test } from '@playwright/test';
import { createProject, newPerson, signUp } from './support/people.ts';

test('the main job needs no mouse', { tag: '@full' }, async ({ page }) => {
  const person = newPerson('Grace Hopper');
  await page.goto('/signup');
  await page.getByLabel('Full name').focus();
  await page.keyboard.type(person.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Grace Hopper/ })).toBeFocused();

  await page.getByRole('link', { name: 'New project' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Choose Free' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/settings$/);

  // The new page takes the focus to its title first.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const userMenu = page.getByRole('button', { name: 'User menu' });
  await userMenu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(userMenu).toBeFocused();
});

test('the language is chosen once and kept, on public pages and inside', async ({ page }) => {
  await page.goto('/signin');
  await page.getByLabel('Language').selectOption('zh');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Welcome back');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
  await page.goto('/signin?lng=en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
});

test.describe('a browser that speaks Chinese', () => {
  test.use({ locale: 'zh-CN' });
  test('gets Chinese from the first paint', async ({ page }) => {
    await page.goto('/signin');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
    await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  });
});

test('at 200 % zoom on a laptop: the sidebar is folded, its end can be reached, and its tips are beside it', {
  tag: '@full',
}, async ({ page }) => {
  await signUp(page);
  await createProject(page, 'Zoomed');
  await page.setViewportSize({ width: 768, height: 365 });
  const expand = page.getByRole('button', { name: 'Expand sidebar' });
  await expand.scrollIntoViewIfNeeded();
  await expect(expand).toBeInViewport();
  const link = page.getByRole('navigation').first().getByRole('link', { name: 'Settings' });
  await link.hover();
  const [tip, box] = await Promise.all([
    link.getByText('Settings').boundingBox(),
    link.boundingBox(),
  ]);
  expect(tip?.x).toBeGreaterThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
  const middleOf = (each: typeof box) => (each?.y ?? 0) + (each?.height ?? 0) / 2;
  expect(Math.abs(middleOf(tip) - middleOf(box))).toBeLessThan(2);
});

test('the sidebar folds and stays folded; on a phone it is a menu', { tag: '@full' }, async ({
  page,
}) => {
  await signUp(page);
  await createProject(page, 'Folding');
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' }).first().locator('..');
  expect((await sidebar.boundingBox())?.width).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(80);

  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('an unknown address says so and leads home', { tag: '@full' }, async ({ page }) => {
  const answer = await page.goto('/no/such/place');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('127.0.0.1 leads to localhost, where mailed links lead too', async ({ page, baseURL }) => {
  const port = new URL(baseURL ?? '').port;
  await page.goto(`http://127.0.0.1:${port}/signin`);
  await expect(page).toHaveURL(`http://localhost:${port}/signin`);
});
