import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada, createMembersServer, grace, olga } from '../../../test/members-server.ts';
import { visit } from '../../../test/visit.tsx';

let server = createMembersServer();
const user = userEvent.setup();

const admin = { ...grace, permissions: ['access', 'admin'], open_invites: 2 };

beforeEach(() => {
  server = createMembersServer();
  server.state.users = [olga, { ...ada, open_invites: 1 }, admin];
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

async function choose(action: string, name: string) {
  await visit('/subscription/s1/users', server);
  await user.click(await screen.findByRole('button', { name: new RegExp(`^Actions for ${name}`) }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('open invitations of an administrator', () => {
  it('are named before the administrator is removed', async () => {
    await choose('Remove', 'Unnamed User, grace');
    const { textContent } = await screen.findByRole('alertdialog');
    expect(textContent).toContain('2 open invitations from Unnamed User end too.');
  });

  it('are named before one leaves', async () => {
    await choose('Leave', 'Ada Lovelace');
    const { textContent } = await screen.findByRole('alertdialog');
    expect(textContent).toContain('Your 1 open invitation ends too.');
  });

  it('are named once no admin-level permission is left, and not before', async () => {
    await choose('Edit permissions', 'Unnamed User');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText(/open invitations/)).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'permissions.admin' }));
    expect(dialog.getByText('2 open invitations from Unnamed User end too.')).toBeTruthy();
  });

  it('are not named if there are none', async () => {
    server.state.users = [olga, ada, { ...admin, open_invites: 0 }];
    await choose('Remove', 'Unnamed User, grace');
    const { textContent } = await screen.findByRole('alertdialog');
    expect(textContent).not.toMatch(/ends? too/);
  });

  it('are named on the card for leaving', async () => {
    await visit('/subscription/s1', server);
    expect(await screen.findByText('Your 1 open invitation ends too.')).toBeTruthy();
  });
});
