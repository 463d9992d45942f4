import { expect, type Locator, type Page } from '@playwright/test';

/** Walks there as a person without a mouse does. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  await expect(goal).toBeFocused();
}

/** Walks there and presses it. */
export async function press(page: Page, goal: Locator): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press('Enter');
}

/** Signs out by the menu. */
export async function signOut(
  page: Page,
  { userMenu, signOut: item }: { readonly userMenu: string; readonly signOut: string },
): Promise<void> {
  // A page that is still loading may close the menu.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await press(page, page.getByRole('button', { name: userMenu }));
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: item })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/signin');
}
