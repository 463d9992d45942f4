import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alan, createMembersServer } from '../../../test/members-server.ts';
import { press, user } from '../../../test/person.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createMembersServer();

beforeEach(() => {
  server = createMembersServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

async function openUsers() {
  await visit('/subscription/s1/users', server);
  await screen.findByRole('table', {}, deadline);
}

const table = () => within(screen.getByRole('table', { name: 'Users of Acme' }));
const rowNames = () => table().getAllByRole('rowheader');

async function choose(action: string, name: string) {
  await press(new RegExp(`^Actions for ${name}`));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

/** Keeps the server from answering a call until the function is run. */
function holdBack(call: string): () => void {
  let answer = () => {};
  server.state.gates[call] = new Promise((resolve) => {
    answer = resolve;
  });
  return () => answer();
}

const dialog = async (role = 'dialog') => within(await screen.findByRole(role));

describe('filters and order', () => {
  const lastQuestion = () => server.sent('getSubscriptionUsers').at(-1);

  it('are asked of the server and kept in the address', async () => {
    await openUsers();
    await press('Invitations 1');
    await waitFor(() => expect(rowNames()).toHaveLength(1));
    expect(lastQuestion()).toMatchObject({ status: 'pending', page: 1 });
    await user.selectOptions(screen.getByLabelText('Role'), 'permissions.editor');
    await waitFor(() => expect(lastQuestion()).toMatchObject({ permission: 'editor' }));
    await user.click(table().getByRole('button', { name: 'Last seen' }));
    await waitFor(() =>
      expect(lastQuestion()).toMatchObject({ sortBy: 'lastSeen', descending: true }),
    );
    const head = table().getByRole('columnheader', { name: 'Last seen' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
    expect(location.search).toBe('?status=pending&role=can%3Aeditor&sort=-lastSeen');
  });
});

describe('permissions in the list', () => {
  const ofGrace = /^Permissions of Unnamed User, grace@x\.example: permissions\.access/;
  const choice = (name: string) => screen.findByRole('menuitemcheckbox', { name });
  const saved = () => server.sent('updateUserPermissions').map(({ permissions }) => permissions);

  it('one chosen in a row: is saved at once, and undone from its message', async () => {
    await openUsers();
    await press(ofGrace);
    expect((await choice('permissions.access')).getAttribute('aria-disabled')).toBe('true');
    await user.click(await choice('permissions.editor'));
    await screen.findByText('grace@x.example now has the permission “permissions.editor”.');
    await press(/^Undo/);
    await screen.findByText('The permissions are as before.');
    expect(saved()).toEqual([['access', 'editor'], ['access']]);
  });

  it('one’s own, or of someone whose invitations would end: the dialog asks first', async () => {
    await openUsers();
    await press(/^Permissions of Ada Lovelace/);
    await user.click(await choice('permissions.admin'));
    const question = await dialog();
    expect(question.getByText(/you may lose access to this page/)).toBeTruthy();
    const admin = question.getByRole('checkbox', { name: 'permissions.admin' });
    expect(admin).toHaveProperty('checked', false);
    expect(saved()).toEqual([]);
    await user.keyboard('{Escape}');
    const trigger = screen.getByRole('button', { name: /^Permissions of Ada Lovelace/ });
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });

  it('two, one soon after the other: the second is made from what the first left', async () => {
    await openUsers();
    await press(ofGrace);
    await user.click(await choice('permissions.editor'));
    await screen.findByText(/now has the permission “permissions.editor”/);
    await press(/^Permissions of .*grace@x\.example: permissions\.editor/);
    await user.click(await choice('permissions.admin'));
    await screen.findByText(/now has the permission “permissions.admin”/);
    const [undoFirst] = screen.getAllByRole('button', { name: /^Undo/ });
    await user.click(undoFirst as HTMLElement);
    await screen.findByText('The permissions are as before.');
    expect(saved()).toEqual([
      ['access', 'editor'],
      ['access', 'editor', 'admin'],
      ['access', 'admin'],
    ]);
  });

  it('all of the selected have it, or none has: giving or taking it is off', async () => {
    await openUsers();
    await user.click(screen.getByRole('checkbox', { name: /^Select .*grace@x/ }));
    await press('Permissions');
    const take = await screen.findByRole('menuitem', { name: 'Take away “permissions.editor”' });
    expect(take.getAttribute('aria-description')).toBe('None of them has it.');
    await user.click(take);
    expect(saved()).toEqual([]);
  });

  it('given to several at once: members who lack it get it, invitations are left alone', async () => {
    await openUsers();
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await press('Permissions');
    await user.click(await screen.findByRole('menuitem', { name: 'Give “permissions.editor”' }));
    await screen.findByText('grace@x.example now has the permission “permissions.editor”.');
    expect(server.sent('updateUserPermissions')).toMatchObject([{ userId: 'grace' }]);
  });

  it('of someone with open invitations: taking the right to invite from several is off', async () => {
    server.state.users = server.state.users.map((one) =>
      one.id === 'grace' ? { ...one, permissions: ['access', 'admin'], open_invites: 2 } : one,
    );
    await openUsers();
    await user.click(screen.getByRole('checkbox', { name: /^Select .*grace@x/ }));
    await press('Permissions');
    const take = await screen.findByRole('menuitem', { name: 'Take away “permissions.admin”' });
    await user.click(take);
    expect(take.getAttribute('aria-description')).toContain('one at a time');
    expect(saved()).toEqual([]);
  });
});

it('alone in the project: has nothing to search, filter or page through', async () => {
  server.state.users = server.state.users.slice(0, 1);
  await openUsers();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Invitations/ })).toBeNull();
  expect(screen.queryByRole('navigation', { name: /page/i })).toBeNull();
});

describe('removing', () => {
  it('is undone from its message', async () => {
    await openUsers();
    await choose('Remove', 'Unnamed User, grace');
    await user.click((await dialog('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(table().queryByText('grace@x.example')).toBeNull());
    await press(/^Undo/);
    await screen.findByText('Unnamed User is back.');
    expect(server.sent('undoRemoveUser')).toEqual([{ userId: 'grace', subscriptionId: 's1' }]);
    expect(await table().findByText('grace@x.example')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('says why it could not be undone', async () => {
    server.state.refusals.undoRemoveUser = 'undo/over';
    await openUsers();
    await choose('Remove', 'Unnamed User, grace');
    await user.click((await dialog('alertdialog')).getByRole('button', { name: 'Remove' }));
    await press(/^Undo/);
    await screen.findByText('This could not be undone');
    expect(screen.getByText('This can no longer be undone.')).toBeTruthy();
  });

  it('several at once: asks by name, ends invites with them, and brings all back', async () => {
    await openUsers();
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    await press('Remove');
    const question = await dialog('alertdialog');
    expect(question.getByText('Remove 2 people from Acme?')).toBeTruthy();
    expect(question.getByText(/^Unnamed User loses access now\./)).toBeTruthy();
    expect(question.getByText('1 open invitation is revoked.')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await screen.findByText('2 people have been removed.');
    expect(server.sent('removeUser')).toEqual([{ userId: 'grace', subscriptionId: 's1' }]);
    expect(server.sent('revokeInvite')).toEqual([{ inviteId: 'i1', subscriptionId: 's1' }]);
    await waitFor(() => expect(rowNames()).toHaveLength(2));
    await press(/^Undo/);
    await screen.findByText('2 people are back.');
    await waitFor(() => expect(rowNames()).toHaveLength(4));
  });

  it('several of whom not all come back: another press is about the rest', async () => {
    const lost = Promise.reject(new TypeError('offline'));
    lost.catch(() => undefined);
    server.state.gates.undoRemoveUser = lost;
    await openUsers();
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await press('Remove');
    await user.click((await dialog('alertdialog')).getByRole('button', { name: 'Remove' }));
    await press(/^Undo/);
    await screen.findByText('This could not be undone');
    const again = screen.getByRole('button', { name: /^Undo/ });
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull());
    server.state.gates = {};
    await user.click(again);
    await screen.findByText('2 people are back.');
    expect(server.sent('undoRevokeInvite')).toHaveLength(1);
  });

  it('invitations alone: revokes them without a question, and opens them again', async () => {
    await openUsers();
    await user.click(screen.getByRole('checkbox', { name: /^Select .*alan@x/ }));
    await press('Revoke');
    await screen.findByText('1 invitation has been revoked.');
    await press(/^Undo/);
    await screen.findByText('1 invitation is open again.');
    expect(server.sent('undoRevokeInvite')).toEqual([{ inviteId: 'i1', subscriptionId: 's1' }]);
  });
});

describe('two changes, one soon after the other', () => {
  const bob = { ...alan, id: 'i2', invite_id: 'i2', email: 'bob@x.example' };

  it('the list is still being read after the first one: the second is sent too', async () => {
    server.state.users = [...server.state.users, bob];
    await openUsers();
    holdBack('getSubscriptionUsers');
    await choose('Revoke', '.*alan@x');
    await screen.findByText(/alan@x.example.* revoked/);
    await choose('Revoke', '.*bob@x');
    await screen.findByText(/bob@x.example.* revoked/);
    const inviteIds = server.sent('revokeInvite').map(({ inviteId }) => inviteId);
    expect(inviteIds).toEqual(['i1', 'i2']);
  });

  it('the first one is under way: its row is busy, and the others are off and say why', async () => {
    server.state.users = [...server.state.users, bob];
    await openUsers();
    const answer = holdBack('resendInvite');
    await press(/^Resend .*alan@x/);
    const first = screen.getByRole('button', { name: /^Resend .*alan@x/ });
    const second = screen.getByRole('button', { name: /^Resend .*bob@x/ });
    expect(first.getAttribute('aria-busy')).toBe('true');
    expect(second.getAttribute('aria-disabled')).toBe('true');
    expect(second.getAttribute('aria-description')).toMatch(/^Wait/);
    answer();
    await waitFor(() => expect(second.getAttribute('aria-disabled')).toBeNull());
    await press(/^Resend .*bob@x/);
    await waitFor(() => expect(server.sent('resendInvite')).toHaveLength(2));
  });

  it('several are removed: the question stays, busy, until all are', async () => {
    await openUsers();
    const answer = holdBack('removeUser');
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await press('Remove');
    const question = await dialog('alertdialog');
    await user.click(question.getByRole('button', { name: 'Remove' }));
    expect(question.getByRole('button', { name: 'Remove' }).getAttribute('aria-busy')).toBe('true');
    answer();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('2 people have been removed.')).toBeTruthy();
  });
});

describe('offline', () => {
  it('sends no change from a row or its menu, and both say why', async () => {
    await openUsers();
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await press(/^Actions for .*alan@x/);
    for (const name of ['Resend', 'Revoke']) {
      const item = screen.getByRole('menuitem', { name });
      expect(item.getAttribute('aria-description')).toMatch(/offline/);
      await user.click(item);
    }
    await user.keyboard('{Escape}');
    await press(/^Resend/);
    expect([...server.sent('resendInvite'), ...server.sent('revokeInvite')]).toEqual([]);
    isOnline.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
  });
});
