import { expect, test } from '@playwright/test';

const budgetBytes = 120_000;

test('the sign-in page loads at most 120 kB of JavaScript, and no billing script', async ({
  page,
}) => {
  const sizes = new Map<string, number>();
  const hosts = new Set<string>();
  page.on('response', async (response) => {
    const url = new URL(response.url());
    hosts.add(url.host);
    if (url.pathname.endsWith('.js')) {
      const { responseBodySize } = await response.request().sizes();
      sizes.set(url.pathname, responseBodySize);
    }
  });
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.waitForLoadState('networkidle');

  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(sizes.size).toBeGreaterThan(0);
  expect(total, JSON.stringify(Object.fromEntries(sizes))).toBeLessThanOrEqual(budgetBytes);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});
