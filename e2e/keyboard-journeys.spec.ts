import { expect, test } from '@playwright/test';
import { subscriptionRow } from './support/billing.ts';
import { query } from './support/database.ts';
import { press, tabTo } from './support/keyboard.ts';
import { enter, newPerson } from './support/people.ts';
import { invite, join, project, type SignedUp, signedUp, verify } from './support/seeds.ts';
import { rowOf } from './support/team.ts';

// In the long run only; signing up, creating, searching and buying by keyboard are in the short one too.

test('signs in', async ({ page, request }) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  await page.goto('/signin');
  await tabTo(page, page.locator('input[type=email]'));
  await page.keyboard.type(ada.email);
  await tabTo(page, page.locator('input[type=password]'));
  await page.keyboard.type(ada.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('invites two people as administrators', async ({ page, request }) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  const id = await project(request, ada, { name: 'Acme Analytics' });
  await enter(page, ada);
  await page.goto(`/subscription/${id}/users/invite`);
  await tabTo(page, page.locator('main input[type=text]'));
  const guests = [newPerson().email, newPerson().email];
  await page.keyboard.type(`${guests.join(', ')},`);
  await tabTo(page, page.locator('main form input[type=checkbox]').last());
  await page.keyboard.press('Space');
  await press(page, page.locator('main form button[type=submit]'));
  await expect
    .poll(() => query('select permissions from invites where subscription_id = $1', [id]))
    .toEqual(guests.map(() => ({ permissions: ['access', 'admin'] })));
});

test('accepts an invitation', async ({ page, request }) => {
  const [ada, grace] = await signedUp(request, ['Ada Lovelace', 'Grace Hopper']);
  await verify([ada, grace]);
  const id = await project(request, ada, { name: 'Acme Analytics' });
  await invite(request, ada, { id, email: grace.email });
  await enter(page, grace);
  await page.goto('/dashboard');
  await press(page, page.getByRole('button', { name: 'Accept the invitation to Acme Analytics' }));
  await expect(page.getByRole('main').locator(`a[href="/subscription/${id}"]`)).toBeVisible();
});

test('changes permissions', async ({ page, request }) => {
  const { id, ada, grace } = await pair(request);
  await enter(page, ada);
  await page.goto(`/subscription/${id}/users`);
  const row = rowOf(page, grace.email);
  const menu = row.getByRole('button', { name: /^Actions/ });

  await press(page, menu);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('checkbox').last());
  await page.keyboard.press('Space');
  await press(page, dialog.locator('button[type=submit]'));
  await expect(row).toContainText('Administrator');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
});

test('removes someone and takes it back', async ({ page, request }) => {
  const { id, ada, grace } = await pair(request);
  await enter(page, ada);
  await page.goto(`/subscription/${id}/users`);
  const row = rowOf(page, grace.email);
  await press(page, row.getByRole('button', { name: /^Actions/ }));
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  // The safe answer comes first.
  await tabTo(page, question.getByRole('button').last());
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await press(page, page.getByRole('button', { name: 'Undo' }));
  await expect(row).toContainText(grace.name);
});

test('changes the plan', async ({ page, request }) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  const id = await project(request, ada, { name: 'Acme Analytics', planId: 'pro' });
  await enter(page, ada);
  await page.goto(`/subscription/${id}/billing/change-plan`);
  await press(page, page.getByRole('button', { name: /Enterprise/ }));
  await expect(page).toHaveURL(/plan=enterprise$/);
  await press(page, page.locator('main form button[type=submit]'));
  await expect.poll(() => subscriptionRow(id)).toEqual({ plan_id: 'enterprise', status: 'active' });
});

test('filters the activity', async ({ page, request }) => {
  const { id, ada, grace } = await pair(request);
  await enter(page, ada);
  await page.goto(`/subscription/${id}/activity`);
  const events = page.getByRole('main').getByRole('listitem');
  await expect(events.filter({ hasText: grace.name }).first()).toBeVisible();
  await press(page, page.getByRole('group').getByRole('button').last());
  await expect(events.filter({ hasText: grace.name })).toHaveCount(0);

  await press(page, page.getByRole('group').getByRole('button').first());
  await page.getByRole('combobox', { name: 'Person' }).focus();
  await page.keyboard.type(grace.name);
  await expect(events).toHaveText([/Grace Hopper joined/]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Time' })).toBeFocused();
});

test('goes to another project', async ({ page, request }) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  const id = await project(request, ada, { name: 'Acme Analytics' });
  const other = await project(request, ada, { name: 'Nordwind' });
  await enter(page, ada);
  await page.goto(`/subscription/${id}`);
  await press(page, page.getByRole('button', { name: /^Switch project/ }));
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('nord');
  await expect(page.getByRole('option', { name: /Nordwind/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/subscription/${other}`);
});

test('chooses a theme and a language', async ({ page, request }) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  await enter(page, ada);
  await page.goto('/dashboard');
  const choose = async (name: string) => {
    await page.locator('header button[aria-haspopup=menu]').focus();
    await page.keyboard.press('Enter');
    const goal = page.getByRole('menuitemradio', { name });
    await expect(goal).toBeVisible();
    for (let steps = 0; steps < 20 && !(await isFocused(goal)); steps += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
  };
  const isFocused = (goal: ReturnType<typeof page.locator>) =>
    goal.evaluate((element) => element === document.activeElement);

  await choose('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await choose('中文');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
});

test('deletes the account', async ({ page, request }) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  await enter(page, ada);
  await page.goto('/delete-account');
  await tabTo(page, page.locator('main form input'));
  await page.keyboard.type(ada.localId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/signin');
  expect(await query('select id from accounts where id = $1', [ada.localId])).toEqual([]);
});

/** An owner and a member. */
async function pair(request: Parameters<typeof project>[0]): Promise<{
  readonly id: string;
  readonly ada: SignedUp;
  readonly grace: SignedUp;
}> {
  const [ada, grace] = await signedUp(request, ['Ada Lovelace', 'Grace Hopper']);
  await verify([ada, grace]);
  const id = await project(request, ada, { name: 'Acme Analytics' });
  await join(request, [ada, grace], { id, permissions: ['access'] });
  return { id, ada, grace };
}
