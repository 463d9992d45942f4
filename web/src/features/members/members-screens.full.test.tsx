import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ada, alan, createMembersServer, grace, olga } from '../../../test/members-server.ts';
import { expectCopied, press, user } from '../../../test/person.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createMembersServer();

const usersPath = '/subscription/s1/users';

beforeEach(() => {
  server = createMembersServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

/** Adds the given number of members, `Member 001` first. */
function populate(count: number) {
  const numbers = Array.from({ length: count }, (_, at) => String(at + 1).padStart(3, '0'));
  server.state.users = numbers.map((number) => ({
    ...grace,
    id: `m${number}`,
    display_name: `Member ${number}`,
    email: `m${number}@x.example`,
  }));
}

async function openUsers(query = '') {
  await visit(`${usersPath}${query}`, server);
  await screen.findByRole('table', {}, deadline);
}

const table = () => within(screen.getByRole('table', { name: 'Users of Acme' }));
const rowNames = () => table().getAllByRole('rowheader');
const rowOf = (text: string) =>
  within(table().getByText(text).closest('tr') ?? document.createElement('p'));

async function choose(action: string, name: string) {
  await press(new RegExp(`^Actions for ${name}`));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

const box = (label: string) => screen.getByRole('checkbox', { name: `permissions.${label}` });
const dialog = async (role = 'dialog') => within(await screen.findByRole(role));

describe('the list of users', () => {
  it('says of everybody who they are, what they may do and whether they have joined', async () => {
    await openUsers();
    const heads = table().getAllByRole('columnheader');
    expect(heads.map((head) => head.getAttribute('aria-label') ?? head.textContent)).toEqual([
      'Name',
      'Email',
      'Permissions',
      'Status',
      'Last seen',
      'Joined',
      'Actions',
    ]);
    expect(heads.map((head) => head.getAttribute('scope'))).toEqual(Array(7).fill('col'));
    const rows = table().getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Olga Owner\s*olga@x.example\s*Owner\s*permissions.admin\s*Active/),
      expect.stringMatching(/Ada Lovelace\s*You\s*ada@x.example\s*permissions.admin\s*Active/),
      expect.stringMatching(/Unnamed User\s*grace@x.example\s*permissions.access\s*Active\s*never/),
      expect.stringMatching(/Unnamed User\s*alan@x.example\s*permissions.editor\s*Pending.*left/),
    ]);
    const unnamed = rowOf('alan@x.example').getByText('Unnamed User');
    expect(unnamed.closest('.sr-only')).toBeNull();
    expect(rowOf('alan@x.example').getAllByRole('cell')[1]?.textContent).toBe('alan@x.example');
    expect(rowOf('Olga Owner').queryByRole('button')).toBeNull();
    expect(screen.getByText('Seats in use: 4 of 20')).toBeTruthy();
    expect(screen.getByText('1–4 of 4')).toBeTruthy();
  });

  it.each(['users', 'users/invite', 'settings', 'activity'])(
    'gives way to the reason while the subscription is unpaid, like all its work: %s',
    async (page) => {
      server.state.subscription = { ...server.state.subscription, status: 'unpaid' };
      await visit(`/subscription/s1/${page}`, server);
      await screen.findByText('This project is on hold', {}, deadline);
      expect(screen.getByText(/The last invoice was not paid/)).toBeTruthy();
      expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
      expect(screen.getByRole('heading', { level: 1, name: 'Acme' })).toBeTruthy();
    },
  );

  it('says in a row’s menu what a narrow row has no room for', async () => {
    server.state.users = [olga, { ...grace, joined_at: '2026-11-21T10:00:00.000Z' }, alan];
    await openUsers();
    await press(/^Actions for .*grace@x/);
    const ofMember = await screen.findByRole('menu');
    expect(ofMember.textContent).toContain('Joined Nov 21, 2026');
    await user.keyboard('{Escape}');
    await press(/^Actions for .*alan@x/);
    const ofInvite = await screen.findByRole('menu');
    expect(ofInvite.textContent).toContain('Invited Nov 22 by Olga Owner');
  });

  it('administrator: the sidebar has an entry for it', async () => {
    await visit('/subscription/s1', server);
    const links = await screen.findAllByRole('link', { name: 'Users' }, deadline);
    expect(links[0]?.getAttribute('href')).toBe(usersPath);
  });

  it('plain member: the sidebar has no entry for it', async () => {
    server.state.subscription = { ...server.state.subscription, permissions: { access: ['ada'] } };
    await visit('/subscription/s1', server);
    await screen.findByRole('heading', { level: 1, name: 'Acme' }, deadline);
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
  });

  it('sends a plain member away', async () => {
    server.state.subscription = { ...server.state.subscription, permissions: { access: ['ada'] } };
    await visit(usersPath, server);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
    expect(server.sent('getSubscriptionUsers')).toEqual([]);
  });

  it('keeps the first row in view when the size of pages changes', async () => {
    populate(57);
    await openUsers();
    for (const range of ['11–20', '21–30', '31–40']) {
      await press('Next page');
      await screen.findByText(`${range} of 57`);
    }
    await user.selectOptions(screen.getByLabelText('Rows per page'), '20');
    await screen.findByText('21–40 of 57');
    await waitFor(() => expect(rowNames()).toHaveLength(20));
    expect(table().getByText('Member 031')).toBeTruthy();
    expect(location.search).toBe('?page=2&size=20');

    await press('Next page');
    await screen.findByText('41–57 of 57');
    const next = screen.getByRole('button', { name: 'Next page' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    await press('Previous page');
    await screen.findByText('21–40 of 57');
  });

  it('keeps the row that is first in view at its place when the size of pages changes', async () => {
    populate(57);
    await openUsers();
    await press('Next page');
    await screen.findByText('11–20 of 57');
    let scrolled = 120;
    const rowPx = 44;
    const firstRowPx = 300;
    vi.spyOn(HTMLTableRowElement.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: HTMLTableRowElement,
    ) {
      return new DOMRect(0, firstRowPx + this.sectionRowIndex * rowPx - scrolled, 900, rowPx);
    });
    vi.spyOn(window, 'scrollBy').mockImplementation((...[, y]: unknown[]) => {
      scrolled += Number(y);
    });
    const topOf = (name: string) =>
      table().getByText(name).closest('tr')?.getBoundingClientRect().top;

    // Rows 11 to 15 are above the view, or under the bar at its top.
    scrolled = firstRowPx + 4 * rowPx;
    const top = topOf('Member 016');
    await user.selectOptions(screen.getByLabelText('Rows per page'), '50');
    await screen.findByText('1–50 of 57');
    await waitFor(() => expect(rowNames()).toHaveLength(50));
    expect(topOf('Member 016')).toBe(top);

    // Row 41, on the second page of the smaller pages.
    scrolled = firstRowPx + 39 * rowPx;
    await user.selectOptions(screen.getByLabelText('Rows per page'), '20');
    await screen.findByText('41–57 of 57');
    vi.restoreAllMocks();
  });

  it('offers four sizes and starts with the first page of ten', async () => {
    populate(57);
    await openUsers();
    expect(rowNames()).toHaveLength(10);
    const sizes = within(screen.getByLabelText('Rows per page')).getAllByRole('option');
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['10', '20', '50', '100']);
    const previous = screen.getByRole('button', { name: 'Previous page' });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
    expect(server.sent('getSubscriptionUsers').at(-1)).toEqual({
      subscriptionId: 's1',
      page: 1,
      pageSize: 10,
    });
  });

  it('page, size and search in the address: are applied', async () => {
    populate(57);
    await openUsers('?page=2&size=50&search=member');
    await screen.findByText('51–57 of 57');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'member');
  });

  it('invalid page or size in the address: shows the first page of ten', async () => {
    populate(57);
    await openUsers('?page=-1&size=7');
    expect(await screen.findByText('1–10 of 57')).toBeTruthy();
  });

  it('keeps the rows while the next page is on its way', async () => {
    populate(57);
    await openUsers();
    let open = () => {};
    server.state.gates.getSubscriptionUsers = new Promise((resolve) => {
      open = resolve;
    });
    await press('Next page');
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'));
    expect(table().getByText('Member 001')).toBeTruthy();
    open();
    expect(await table().findByText('Member 011')).toBeTruthy();
    expect(table().queryByText('Member 001')).toBeNull();
  });

  it('goes to the page before when the last row of the last page is removed', async () => {
    populate(11);
    await openUsers('?page=2');
    await choose('Remove', 'Member 011');
    await user.click((await dialog('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('1–10 of 10')).toBeTruthy();
    await waitFor(() => expect(rowNames()).toHaveLength(10));
  });

  it('says that it could not be loaded, and tries again', async () => {
    server.state.refusals.getSubscriptionUsers = 'request/invalid';
    await visit(usersPath, server);
    await screen.findByText('Failed to load the users', {}, deadline);
    server.state.refusals = {};
    await press('Try again');
    await screen.findByText('Olga Owner');
    expect(screen.queryByText('Failed to load the users')).toBeNull();
  });
});

describe('the search', () => {
  it('asks once when the typing pauses, from the first page on', async () => {
    populate(57);
    await openUsers('?page=3');
    const search = screen.getByRole('searchbox', { name: 'Search name or email' });
    await user.type(search, ' member 05 ');
    expect(await screen.findByText('1–8 of 8')).toBeTruthy();
    const searches = server.sent('getSubscriptionUsers').filter((input) => 'search' in input);
    expect(searches).toEqual([
      { subscriptionId: 's1', page: 1, pageSize: 10, search: 'member 05' },
    ]);
    expect(location.search).toBe('?search=member+05');
    expect(search).toHaveProperty('value', ' member 05 ');
  });

  it('says that it has found nobody, and is cleared by a button', async () => {
    await openUsers();
    await user.type(screen.getByRole('searchbox'), 'zoe');
    expect(await screen.findByText('No one matches “zoe”.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    await press('Clear search');
    expect(await screen.findByText('1–4 of 4')).toBeTruthy();
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });
});

describe('the permissions of a member', () => {
  it('are edited in a dialog that locks the default one', async () => {
    await openUsers();
    await choose('Edit permissions', 'Unnamed User, grace@x.example');
    expect((await dialog()).getByText('Permissions of Unnamed User')).toBeTruthy();
    expect(box('access')).toMatchObject({ checked: true, disabled: true });
    expect(box('editor')).toMatchObject({ checked: false, disabled: false });
    await user.click(box('editor'));
    await press('Save permissions');
    await screen.findByText('The permissions of Unnamed User have been saved.');
    expect(server.sent('updateUserPermissions')).toEqual([
      { userId: 'grace', subscriptionId: 's1', permissions: ['access', 'editor'] },
    ]);
    expect(await table().findAllByText('permissions.editor')).toHaveLength(2);
  });

  it('are taken away too', async () => {
    server.state.users = [olga, ada, { ...grace, permissions: ['editor', 'access', 'gone'] }];
    await openUsers();
    await choose('Edit permissions', 'Unnamed User, grace');
    await user.click(box('editor'));
    await press('Save permissions');
    await screen.findByText('The permissions of Unnamed User have been saved.');
    expect(server.sent('updateUserPermissions')[0]).toMatchObject({ permissions: ['access'] });
  });

  it('stay as chosen when saving fails, and the focus goes back to the row after all', async () => {
    server.state.refusals.updateUserPermissions = 'member/unknown';
    await openUsers();
    await choose('Edit permissions', 'Unnamed User, grace');
    await user.click(box('admin'));
    await press('Save permissions');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to update the permissions');
    expect(alert.textContent).toContain('no longer an active member');
    expect(box('admin')).toHaveProperty('checked', true);
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Actions for Unnamed User/);
  });

  it('taken from oneself: leads away from the page', async () => {
    await openUsers();
    await choose('Edit permissions', 'Ada Lovelace');
    await user.click(box('admin'));
    await press('Save permissions');
    await screen.findByText('The permissions of Ada Lovelace have been saved.');
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
  });
});

describe('removing', () => {
  it('asks with the safe answer first, and then the row is gone', async () => {
    await openUsers();
    await choose('Remove', 'Unnamed User, grace');
    const question = await dialog('alertdialog');
    expect(question.getByText('Remove Unnamed User from Acme?')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Cancel');
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Unnamed User has been removed.');
    expect(server.sent('removeUser')).toEqual([{ userId: 'grace', subscriptionId: 's1' }]);
    await waitFor(() => expect(table().queryByText('grace@x.example')).toBeNull());
    expect(screen.getByText('Seats in use: 3 of 20')).toBeTruthy();
  });

  it('says why it failed, and reads the list again', async () => {
    server.state.refusals.removeUser = 'member/unknown';
    await openUsers();
    await choose('Remove', 'Unnamed User, grace');
    server.state.users = [olga, ada];
    await user.click((await dialog('alertdialog')).getByRole('button', { name: 'Remove' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to remove the user');
    expect(alert.textContent).toContain('no longer an active member');
    await waitFor(() => expect(screen.queryByText('grace@x.example')).toBeNull());
  });

  it('removing oneself: leaves, and ends on the dashboard', async () => {
    await openUsers();
    await choose('Leave', 'Ada Lovelace');
    const question = await dialog('alertdialog');
    expect(question.getByText('Leave Acme?')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Leave' }));
    await screen.findByText('You have left Acme.');
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
    expect(server.sent('removeUser')).toEqual([{ userId: 'ada', subscriptionId: 's1' }]);
    expect(screen.queryByText('Access denied')).toBeNull();
  });
});

describe('a pending invite', () => {
  it('is revoked without a question, and undone from its message', async () => {
    await openUsers();
    await choose('Revoke', 'Unnamed User, alan');
    await screen.findByText('The invitation to alan@x.example has been revoked.');
    expect(server.sent('revokeInvite')).toEqual([{ inviteId: 'i1', subscriptionId: 's1' }]);
    await waitFor(() => expect(table().queryByText(alan.email)).toBeNull());
    await press(/^Undo/);
    await screen.findByText('The invitation to alan@x.example is open again.');
    expect(server.sent('undoRevokeInvite')).toEqual([{ inviteId: 'i1', subscriptionId: 's1' }]);
    expect(await table().findByText(alan.email)).toBeTruthy();
  });

  it('says why it could not be revoked', async () => {
    server.state.refusals.revokeInvite = 'invite/already-accepted';
    await openUsers();
    await choose('Revoke', 'Unnamed User, alan');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to revoke the invitation');
    expect(alert.textContent).toContain('already been accepted');
  });

  it('is sent again from its row', async () => {
    await openUsers();
    await press('Resend the invitation to alan@x.example');
    await screen.findByText(/The invitation to alan@x.example is on its way again/);
    expect(server.sent('resendInvite')).toEqual([{ inviteId: 'i1', subscriptionId: 's1' }]);
  });

  it('has a link to hand over that carries its id and no secret', async () => {
    await openUsers();
    await choose('Copy link', 'Unnamed User, alan');
    await expectCopied(`${location.origin}/invite?id=i1`);
  });
});
