import type { RefusalCode } from '@hearth/contract';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMembersServer } from '../../../test/members-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createMembersServer();
const user = userEvent.setup();

// On a machine that has much to do an answer takes as long as a lazy page.
configure({ asyncUtilTimeout: deadline.timeout });

beforeEach(() => {
  server = createMembersServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const email = () => screen.findByLabelText('Email', {}, deadline);
const box = (label: string) => screen.getByRole('checkbox', { name: `permissions.${label}` });

async function press(name: string) {
  await user.click(await screen.findByRole('button', { name }, deadline));
}

async function invite(address = ' Zoe@X.example ') {
  await visit('/subscription/s1/users/invite', server);
  await user.type(await email(), address);
  await user.click(box('editor'));
  await press('Send invitation');
}

describe('the way to the invite page', () => {
  it('is open', async () => {
    await visit('/subscription/s1/users', server);
    const link = await screen.findByRole('link', { name: 'Invite user' }, deadline);
    await user.click(link);
    expect(await email()).toBeTruthy();
  });

  it('is closed for a canceled project, and says why', async () => {
    server.state.subscription = { ...server.state.subscription, status: 'canceled' };
    await visit('/subscription/s1/users', server);
    const button = await screen.findByRole('button', { name: 'Invite user' }, deadline);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('has been canceled');
    await user.click(button);
    expect(location.pathname).toBe('/subscription/s1/users');
  });

  it('warns when every seat is taken', async () => {
    server.state.seats = 4;
    await visit('/subscription/s1/users', server);
    expect(await screen.findByText('4 of 4 seats in use', {}, deadline)).toBeTruthy();
    expect(screen.getByText(/Every seat is taken/)).toBeTruthy();
  });
});

describe('inviting', () => {
  it('sends address and permissions, and hands out the link', async () => {
    await invite();
    await screen.findByText(/The invitation to Zoe@X.example is on its way/);
    expect(server.sent('createInvite')).toEqual([
      { subscriptionId: 's1', email: 'Zoe@X.example', permissions: ['access', 'editor'] },
    ]);
    expect(screen.getByText(`${location.origin}/invite?id=i2`)).toBeTruthy();
    expect(screen.getByText(/needs an account with that address/)).toBeTruthy();
    await press('Copy link');
    await screen.findByText('Copied');
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/invite?id=i2`);
    const back = screen.getByRole('link', { name: 'Back to users' });
    expect(back.getAttribute('href')).toBe('/subscription/s1/users');
  });

  it('goes on with an empty form for the next one', async () => {
    await invite();
    await press('Invite another');
    expect(await email()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(await email());
    expect(box('editor')).toHaveProperty('checked', false);
  });

  it('locks the default permission', async () => {
    await visit('/subscription/s1/users/invite', server);
    await email();
    expect(box('access')).toMatchObject({ checked: true, disabled: true });
  });

  it('needs an address', async () => {
    await visit('/subscription/s1/users/invite', server);
    await email();
    await press('Send invitation');
    await screen.findByText('Enter the email address of the person you invite.');
    expect(document.activeElement).toBe(await email());
    expect(server.sent('createInvite')).toEqual([]);
  });

  it('is closed on a canceled project', async () => {
    server.state.subscription = { ...server.state.subscription, status: 'canceled' };
    await invite();
    expect(screen.getByText(/has been canceled/)).toBeTruthy();
    expect(server.sent('createInvite')).toEqual([]);
  });

  it.each<[RefusalCode, string]>([
    ['invite/already-pending', 'There is already a pending invite for this email address.'],
    [
      'invite/already-member',
      'The person with this email address is already a member of this project.',
    ],
    ['seats/full', 'Every seat of the plan is taken by a member or a pending invite.'],
    ['subscription/canceled', 'This subscription has been canceled.'],
    ['auth/too-many-requests', 'Too many attempts. Please wait a while and try again.'],
  ])('says that it was refused: %s', async (code, sentence) => {
    server.state.refusals.createInvite = code;
    await invite();
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(await email()).toHaveProperty('value', expect.stringContaining('Zoe@X.example'));
    expect(box('editor')).toHaveProperty('checked', true);
  });

  it('offers the verification mail where an unverified person has three open', async () => {
    server.state.refusals.createInvite = 'invite/verification-required';
    await invite();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Three of your invitations are open.');
    expect(within(alert).getByRole('button', { name: 'Resend verification email' })).toBeTruthy();
    expect(await email()).toHaveProperty('value', expect.stringContaining('Zoe@X.example'));
  });

  it('says at the field that the address is none', async () => {
    server.state.refusals.createInvite = 'auth/invalid-email';
    await invite('zoe');
    const sentence = await screen.findByText('This email address is not valid.');
    const field = await email();
    expect(field.getAttribute('aria-describedby')).toContain(sentence.id);
    expect(field).toHaveProperty('value', 'zoe');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
