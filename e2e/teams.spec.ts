import { expect, type Page, test } from '@playwright/test';
import { query } from './support/database.ts';
import { mailedLink } from './support/mailbox.ts';
import { createProject, newPerson, signUp } from './support/people.ts';
import { act, inviteByScreen, joinedByDashboard, rowOf, verifiedPerson } from './support/team.ts';

const project = 'Acme Analytics';

// Several people at once, each with a browser of their own.

async function foundProject(page: Page): Promise<string> {
  await signUp(page, newPerson('Ada Lovelace'));
  return await createProject(page, project);
}

test('a new person joins in one pass from the mail', async ({ page, browser, request }) => {
  const id = await foundProject(page);
  const { email, password } = newPerson();
  await page.getByRole('link', { name: 'Users' }).click();
  // The first steps of the project lead there too.
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await page.getByRole('link', { name: 'Invite people' }).click();
  await expect(page).toHaveURL(`/subscription/${id}/users/invite`);
  await inviteByScreen(page, { id, email });

  const invited = await (await browser.newContext()).newPage();
  await invited.goto(await mailedLink(request, email, 'invitation'));
  await expect(invited.getByRole('heading', { name: `Join ${project}` })).toBeVisible();
  await invited.getByLabel('Full name').fill('Grace Hopper');
  await invited.getByLabel('Password', { exact: true }).fill(password);
  await invited.getByRole('button', { name: 'Create account and join' }).click();
  await expect(invited).toHaveURL(`/subscription/${id}`);
  await expect(invited.getByRole('heading', { level: 1, name: project })).toBeVisible();
  await expect(invited.getByRole('link', { name: 'Users' })).toHaveCount(0);

  const rows = await query(
    `select a.email_verified, m.permissions from accounts a
     join memberships m on m.account_id = a.id where a.email = $1 and m.subscription_id = $2`,
    [email, id],
  );
  expect(rows).toEqual([{ email_verified: true, permissions: ['access'] }]);
  await page.reload();
  await expect(rowOf(page, email)).toContainText('Active');
  await mailedInviter(request, page);
});

/** The inviter hears of it by mail, with a way to the list of users. */
async function mailedInviter(request: Parameters<typeof mailedLink>[0], page: Page) {
  const [owner] = await query<{ email: string }>(
    `select a.email from accounts a join subscriptions s on s.owner_id = a.id where s.id = $1`,
    [new URL(page.url()).pathname.split('/')[2]],
  );
  const read = async () =>
    (await (await request.get(`/dev/mailbox.json?to=${owner?.email}`)).json()).map(
      ({ kind }: { kind: string }) => kind,
    );
  await expect.poll(read).toContain('invite-accepted');
}

test('members are edited, promoted, removed, and leave', { tag: '@full' }, async ({
  page,
  browser,
}) => {
  const id = await foundProject(page);
  const grace = await joinedByDashboard(browser, page, { id, project, name: 'Grace Hopper' });
  const alan = await joinedByDashboard(browser, page, { id, project, name: 'Alan Turing' });

  await grace.page.goto(`/subscription/${id}/users`);
  await expect(grace.page).toHaveURL('/dashboard');
  await page.goto(`/subscription/${id}/users`);
  await act(page, grace.person.email, 'Edit permissions');
  const dialog = page.getByRole('dialog', { name: 'Permissions of Grace Hopper' });
  await expect(dialog.getByLabel(/^Access/)).toBeDisabled();
  await dialog.getByLabel(/^Administrator/).check();
  await dialog.getByRole('button', { name: 'Save permissions' }).click();
  await expect(rowOf(page, grace.person.email)).toContainText('Administrator');

  await grace.page.goto(`/subscription/${id}/users`);
  await expect(grace.page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();

  await act(page, grace.person.email, 'Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Grace Hopper has been removed.')).toBeVisible();
  await expect(rowOf(page, grace.person.email)).toHaveCount(0);
  await grace.page.goto(`/subscription/${id}`);
  await expect(grace.page.getByText('Access denied')).toBeVisible();

  await alan.page.goto(`/subscription/${id}`);
  await alan.page.getByRole('button', { name: /^Leave/ }).click();
  await alan.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Leave/ })
    .click();
  await expect(alan.page).toHaveURL('/dashboard');
  await expect(alan.page.getByText('Get started')).toBeVisible();

  await page.goto(`/subscription/${id}/activity`);
  for (const sentence of [
    'Ada Lovelace changed the permissions of Grace Hopper',
    'Ada Lovelace removed Grace Hopper',
    'Alan Turing left the project',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
});

test('an administrator who is demoted while inside is led home and told who can help', {
  tag: '@full',
}, async ({ page, browser }) => {
  const id = await foundProject(page);
  const who = { id, project, name: 'Grace Hopper', admin: true };
  const grace = await joinedByDashboard(browser, page, who);
  await grace.page.goto(`/subscription/${id}/users`);
  await expect(rowOf(grace.page, grace.person.email)).toContainText('Administrator');

  await page.goto(`/subscription/${id}/users`);
  await act(page, grace.person.email, 'Edit permissions');
  const dialog = page.getByRole('dialog', { name: 'Permissions of Grace Hopper' });
  await dialog.getByLabel(/^Administrator/).uncheck();
  await dialog.getByRole('button', { name: 'Save permissions' }).click();
  await expect(rowOf(page, grace.person.email)).not.toContainText('Administrator');

  await grace.page.getByRole('searchbox').fill('ada');
  await expect(grace.page).toHaveURL('/dashboard');
  await expect(
    grace.page.getByText(
      `“Users” in ${project} needs the permission “Administrator”. Its owner, Ada Lovelace, or an administrator can give it to you.`,
    ),
  ).toBeVisible();
  await grace.page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(project) })
    .click();
  await expect(grace.page.getByRole('heading', { level: 1, name: project })).toBeVisible();
  await expect(grace.page.getByRole('link', { name: 'Users' })).toHaveCount(0);

  await act(page, grace.person.email, 'Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(rowOf(page, grace.person.email)).toHaveCount(0);
  await grace.page.getByRole('button', { name: /^Leave/ }).click();
  await grace.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Leave/ })
    .click();
  await expect(grace.page).toHaveURL('/dashboard');
  await expect(
    grace.page.getByText(`You are no longer a member of ${project}. Its owner, Ada Lovelace,`, {
      exact: false,
    }),
  ).toBeVisible();
});

test('the ownership goes to an administrator', { tag: '@full' }, async ({ page, browser }) => {
  const id = await foundProject(page);
  await page.goto(`/subscription/${id}/billing/transfer-ownership`);
  await expect(
    page.getByText('No eligible admin users were found to transfer ownership to'),
  ).toBeVisible();
  const grace = await joinedByDashboard(browser, page, {
    id,
    project,
    name: 'Grace Hopper',
    admin: true,
  });

  await page.goto(`/subscription/${id}/settings`);
  await page.getByRole('link', { name: 'Transfer ownership' }).click();
  const confirm = page.getByRole('button', { name: 'Transfer ownership' });
  await expect(confirm).toBeDisabled();
  await page.getByLabel('New owner').selectOption({ index: 1 });
  await expect(page.getByText(grace.person.email).last()).toBeVisible();
  await query(
    `update sessions set signed_in_at = signed_in_at - interval '10 minutes' where account_id =
     (select owner_id from subscriptions where id = $1)`,
    [id],
  );
  await confirm.click();
  const again = page.getByRole('dialog');
  await again.getByLabel('Password', { exact: true }).fill('correct horse');
  await again.getByRole('button', { name: /Sign in|Continue|Confirm/ }).click();

  await expect(page.getByText(`Grace Hopper is now the owner of ${project}.`)).toBeVisible();
  await expect(page).toHaveURL(`/subscription/${id}/settings`);
  await page.goto(`/subscription/${id}/billing/transfer-ownership`);
  await expect(page).toHaveURL('/dashboard');
  await grace.page.goto(`/subscription/${id}/billing/transfer-ownership`);
  await expect(grace.page.getByLabel('New owner')).toContainText('Ada Lovelace');
});

test('each refused invite says why and what to do', { tag: '@full' }, async ({
  page,
  browser,
  request,
}) => {
  const id = await foundProject(page);
  const { email } = newPerson();
  await inviteByScreen(page, { id, email });
  const tryInvite = async (address: string) => {
    await page.goto(`/subscription/${id}/users/invite`);
    await page.getByRole('textbox', { name: 'Email addresses' }).fill(address);
    await page.getByRole('button', { name: 'Send invitation' }).click();
  };
  await tryInvite(` ${email.toUpperCase()} `);
  await expect(page.getByText(/is already invited, so we skip/)).toBeVisible();
  const [owner] = await query<{ email: string }>(
    'select email from accounts a join subscriptions s on s.owner_id = a.id where s.id = $1',
    [id],
  );
  await tryInvite(owner?.email ?? '');
  await expect(page.getByText(/is already a member, so we skip/)).toBeVisible();
  for (let seat = 0; seat < 8; seat += 1) {
    await query(
      `insert into invites (id, subscription_id, email, permissions, token_hash, status, invited_by,
         created_at, expires_at)
       select id || $2, id, 'seat' || $2 || '@example.com', '{access}', '', 'pending', owner_id,
         now(), now() + interval '1 day' from subscriptions where id = $1`,
      [id, String(seat)],
    );
  }
  await page.goto(`/subscription/${id}/users/invite`);
  await expect(page.getByText('All seats are taken')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See plans' })).toBeVisible();

  const link = await mailedLink(request, email, 'invitation');
  const copied = new URL(link);
  copied.searchParams.delete('token');
  const other = await verifiedPerson(browser, 'Mallory');
  await other.page.goto(link);
  await expect(other.page.getByText(`This invitation is for ${email}`)).toBeVisible();
  await other.page.goto(copied.href);
  await expect(other.page.getByText(/was sent to a different address/)).toBeVisible();
  await expect(other.page.getByText(email)).toHaveCount(0);

  await page.goto(`/subscription/${id}/users`);
  await act(page, email, 'Revoke');
  await expect(rowOf(page, email)).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(rowOf(page, email)).toContainText('Pending');
  await act(page, email, 'Revoke');
  await expect(rowOf(page, email)).toHaveCount(0);
  await other.page.goto(link);
  await expect(
    other.page.getByRole('heading', { name: 'This invitation has been revoked' }),
  ).toBeVisible();
});

test('the copied link waits for a verified address', { tag: '@full' }, async ({
  page,
  browser,
  request,
}) => {
  const id = await foundProject(page);
  const person = newPerson('Victim');
  await inviteByScreen(page, { id, email: person.email });
  const copied = new URL(await mailedLink(request, person.email, 'invitation'));
  copied.searchParams.delete('token');

  const impostor = await (await browser.newContext()).newPage();
  await signUp(impostor, person);
  await expect(
    impostor.getByText('1 invitation is waiting. Verify your email address to see it.'),
  ).toBeVisible();
  await impostor.goto(copied.href);
  await expect(impostor.getByText(/To read it, verify/)).toBeVisible();
  await expect(impostor.getByText(project)).toHaveCount(0);

  await impostor.goto(await mailedLink(request, person.email, 'verify-email'));
  await expect(impostor.getByRole('heading', { name: /verified/i })).toBeVisible();
  await impostor.goto(copied.href);
  await impostor.getByRole('button', { name: 'Accept' }).click();
  await expect(impostor).toHaveURL(`/subscription/${id}`);
});
