import { expect, type Page, test } from '@playwright/test';
import { query } from './support/database.ts';
import { watchMoves } from './support/moves.ts';
import { enter } from './support/people.ts';
import { invite, inviteMany, project, signedUp, verify } from './support/seeds.ts';

/** Calls that the pages make for their data. */
const data = /functions[/]|[/]v1[/](subscriptions|invites)/;
const windows = { phone: { width: 412, height: 823 }, desktop: { width: 1280, height: 940 } };

const skeleton = (page: Page) => page.locator('main .animate-breathe');

/** The short run sees a delay in each window. */
const isShort = (byMs: number, name: string) => (byMs === 300) === (name === 'phone') && byMs > 0;

for (const byMs of [0, 300, 1_500]) {
  for (const [name, viewport] of Object.entries(windows)) {
    const tag = isShort(byMs, name) ? [] : ['@long'];
    test(`answers that take ${byMs} ms, ${name}: dashboard, billing and users stand still, on the first visit and the next`, {
      tag,
    }, async ({ page, request }) => {
      const [ada, grace] = await signedUp(request, ['Ada Lovelace', 'Grace Hopper']);
      await verify([ada, grace]);
      const id = await project(request, ada, { name: 'Acme Analytics', planId: 'pro' });
      await inviteMany(id, 7);
      const owed = await project(request, ada, { name: 'Nordwind', planId: 'pro' });
      await query("update subscriptions set status = 'past_due' where id = $1", [owed]);
      const other = await project(request, grace, { name: 'Studio Lumen' });
      await invite(request, grace, { id: other, email: ada.email });
      await enter(page, ada);

      await page.setViewportSize(viewport);
      const readMoves = await watchMoves(page, [{ path: data, byMs }]);
      const pages = ['/dashboard', `/subscription/${id}/billing`, `/subscription/${id}/users`];
      for (const path of pages) {
        for (const visit of ['first', 'next']) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.waitForLoadState('networkidle');
          await expect(skeleton(page)).toHaveCount(0);
          expect.soft(await readMoves(), `${path}, ${visit} visit`).toBeLessThanOrEqual(0.02);
        }
      }
    });
  }
}

test('answers that take 1500 ms: the skeletons have the rows that were there before', async ({
  page,
  request,
}) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  await verify([ada]);
  const id = await project(request, ada, { name: 'Acme Analytics', planId: 'pro' });
  await inviteMany(id, 7);
  await query("update subscriptions set status = 'past_due' where id = $1", [id]);
  await enter(page, ada);
  for (const path of ['/dashboard', `/subscription/${id}/users`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main li, main tbody tr').first()).toBeVisible();
    const height = () => page.locator('main').evaluate((main) => main.scrollHeight);
    const come = await height();
    await watchMoves(page, [{ path: data, byMs: 1_500 }]);
    await page.goto(path);
    await expect(skeleton(page).last()).toBeVisible();
    expect.soft(Math.abs((await height()) - come), path).toBeLessThanOrEqual(24);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});
