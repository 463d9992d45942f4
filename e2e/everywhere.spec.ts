import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { createProject, signUp } from './support/people.ts';

/** Every screen, at the widths and in the languages and themes that people use. */
const looks = [
  { name: 'wide, light, English', width: 1280, colorScheme: 'light', lng: 'en' },
  { name: 'wide, dark, Chinese', width: 1280, colorScheme: 'dark', lng: 'zh' },
  { name: 'phone, light, Chinese', width: 320, colorScheme: 'light', lng: 'zh' },
  { name: 'phone, dark, English', width: 320, colorScheme: 'dark', lng: 'en' },
] as const;

for (const { name, width, colorScheme, lng } of looks) {
  test(`every screen is accessible and fits: ${name}`, async ({ page }) => {
    // Eight screens with an accessibility scan each.
    test.slow();
    await signUp(page);
    const id = await createProject(page, 'Acme Analytics');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    const paths = [
      '/dashboard',
      '/create-plan',
      '/profile',
      '/nowhere',
      `/subscription/${id}`,
      `/subscription/${id}/settings`,
    ];
    for (const path of paths) {
      await expectGoodPage(page, `${path}?lng=${lng}`);
    }
    await page.context().clearCookies();
    for (const path of ['/signin', '/signup']) {
      await expectGoodPage(page, `${path}?lng=${lng}`);
    }
  });
}

async function expectGoodPage(page: Page, address: string): Promise<void> {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') {
      faults.push(message.text());
    }
  });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${address} scrolls sideways`).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    address,
  ).toEqual([]);
  expect(faults, `${address} logs errors`).toEqual([]);
  page.removeAllListeners('console');
}
