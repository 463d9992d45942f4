import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { acme, callable, createTeamServer, deny, grace } from '../../../test/team-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createTeamServer();
const user = userEvent.setup();
const transfer = callable('transferSubscriptionOwnership');
const ada = { ...grace, id: 'ada', display_name: 'Ada Lovelace', email: 'ada@x.example' };
const unnamed = { ...grace, id: 'uma', display_name: '', email: 'uma@x.example' };

beforeEach(() => {
  server = createTeamServer();
  server.world.users = [
    ada,
    grace,
    unnamed,
    { ...grace, id: 'eve', display_name: 'Eve Editor', permissions: ['access', 'editor'] },
    { ...grace, id: 'pat', display_name: 'Pat Pending', status: 'pending' },
  ];
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

async function openFromSettings() {
  await visit('/subscription/s1/settings', server);
  await user.click(await screen.findByRole('link', { name: 'Transfer ownership' }, deadline));
  return screen.findByLabelText('New owner', {}, deadline);
}

const submit = () => screen.getByRole('button', { name: 'Transfer ownership' });

async function give() {
  await user.selectOptions(await openFromSettings(), 'grace');
  await user.click(submit());
}

describe('the transfer of ownership', () => {
  it('offers every active administrator but the owner, from one call without pages', async () => {
    const select = await openFromSettings();
    const options = within(select).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Choose an administrator',
      'Grace Hopper (grace@x.example)',
      'Unnamed User (uma@x.example)',
    ]);
    expect(server.calls('getSubscriptionUsers')[0]).toEqual({ subscriptionId: 's1' });
  });

  it('cannot be confirmed before somebody is chosen, whose name and address then stand there', async () => {
    const select = await openFromSettings();
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    await user.click(submit());
    expect(server.calls('transferSubscriptionOwnership')).toEqual([]);

    await user.selectOptions(select, 'grace');
    const box = within(screen.getByRole('region', { name: 'The new owner will be' }));
    expect(box.getByText('Grace Hopper')).toBeTruthy();
    expect(box.getByText('grace@x.example')).toBeTruthy();
    expect(submit().getAttribute('aria-disabled')).toBeNull();
    expect(screen.getByText('Only the new owner can hand the project back.')).toBeTruthy();
  });

  it('goes back one page, if the old owner is one no more', async () => {
    await give();
    expect(
      await screen.findByText('Grace Hopper is now the owner of Acme Analytics.'),
    ).toBeTruthy();
    await screen.findByRole('heading', { level: 1, name: 'Settings' }, deadline);
    expect(location.pathname).toBe('/subscription/s1/settings');
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Transfer ownership' })).toBeNull(),
    );
    expect(server.calls('transferSubscriptionOwnership')).toEqual([
      { subscriptionId: 's1', newOwnerId: 'grace' },
    ]);
  });

  it('asks for the password in place when the sign-in is old, and goes on', async () => {
    const answer = server.answers[transfer];
    server.answers[transfer] = deny('auth/requires-recent-login');
    await give();
    const dialog = within(await screen.findByRole('dialog'));
    server.answers[transfer] = answer ?? deny('auth/requires-recent-login');
    await user.type(dialog.getByLabelText('Password'), 'secret');
    await user.click(dialog.getByRole('button', { name: 'Sign in and continue' }));
    expect(
      await screen.findByText('Grace Hopper is now the owner of Acme Analytics.'),
    ).toBeTruthy();
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'), deadline);
    expect(server.calls('transferSubscriptionOwnership')).toHaveLength(2);
  });

  it('repeats what the server says, and keeps the choice', async () => {
    server.answers[transfer] = deny('subscription/not-eligible-owner', 'Grace is on holiday.');
    await give();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Failed to transfer ownershipGrace is on holiday.');
    expect(screen.getByLabelText('New owner')).toHaveProperty('value', 'grace');
    expect(location.pathname).toBe('/subscription/s1/billing/transfer-ownership');
  });

  it('goes back when asked to, changing nothing', async () => {
    await openFromSettings();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' }, deadline);
    expect(server.calls('transferSubscriptionOwnership')).toEqual([]);
  });

  it('has somewhere to go back to if it was opened first', async () => {
    await visit('/subscription/s1/billing/transfer-ownership', server);
    await user.click(await screen.findByRole('button', { name: 'Back' }, deadline));
    await screen.findByRole('heading', { level: 1, name: 'Settings' }, deadline);
  });

  it('says what to do if nobody is eligible', async () => {
    server.world.users = [ada];
    await visit('/subscription/s1/billing/transfer-ownership', server);
    const sentence = 'No eligible admin users were found to transfer ownership to';
    expect(await screen.findByText(sentence, {}, deadline)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Go to users' });
    expect(link.getAttribute('href')).toBe('/subscription/s1/users');
    expect(screen.queryByLabelText('New owner')).toBeNull();
  });

  it('offers another try when the users cannot be had', async () => {
    const answer = server.answers[callable('getSubscriptionUsers')];
    server.answers[callable('getSubscriptionUsers')] = deny('access/denied', 'Not today.');
    await visit('/subscription/s1/billing/transfer-ownership', server);
    const alert = await screen.findByRole('alert', {}, deadline);
    expect(alert.textContent).toMatch(/^Failed to load the usersNot today\./);
    server.answers[callable('getSubscriptionUsers')] = answer ?? deny('access/denied');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('New owner')).toBeTruthy();
  });

  it('is off for a canceled project, and says why', async () => {
    server.world.subscription = { ...acme, status: 'canceled' };
    await visit('/subscription/s1/billing/transfer-ownership', server);
    expect(await screen.findByLabelText('New owner', {}, deadline)).toHaveProperty(
      'disabled',
      true,
    );
    expect(
      screen.getByText(
        'This project has been canceled. Its ownership can no longer be transferred.',
      ),
    ).toBeTruthy();
    expect(submit().getAttribute('aria-disabled')).toBe('true');
  });

  it('is not led to from the settings of a canceled project, which say why', async () => {
    server.world.subscription = { ...acme, status: 'canceled' };
    await visit('/subscription/s1/settings', server);
    await screen.findByText(/^Already canceled/, {}, deadline);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('link', { name: 'Transfer ownership' })).toBeNull();
  });

  it('is closed to administrators who are not the owner', async () => {
    server.world.subscription = { ...acme, owner_id: 'grace' };
    await visit('/subscription/s1/billing/transfer-ownership', server);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
    expect(server.calls('getSubscriptionUsers')).toEqual([]);
  });

  it('has no card on the settings of administrators who are not the owner', async () => {
    server.world.subscription = { ...acme, owner_id: 'grace' };
    await visit('/subscription/s1/settings', server);
    await screen.findByLabelText('Project name', {}, deadline);
    expect(screen.queryByRole('link', { name: 'Transfer ownership' })).toBeNull();
  });
});
