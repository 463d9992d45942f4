import type { RefusalCode } from '@hearth/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMembersServer } from '../../../test/members-server.ts';
import { expectCopied, press, user } from '../../../test/person.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createMembersServer();

beforeEach(() => {
  server = createMembersServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const email = () => screen.findByLabelText('Email addresses', {}, deadline);
const addresses = () =>
  within(screen.getByRole('list', { name: 'Addresses' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const box = (label: string) => screen.getByRole('checkbox', { name: `permissions.${label}` });

async function invite(address = ' Zoe@X.example ') {
  await visit('/subscription/s1/users/invite', server);
  await user.type(await email(), address);
  await user.click(box('editor'));
  await press('Send invitation');
}

describe('entered and not sent', () => {
  it('is asked for before it is lost', async () => {
    await visit('/subscription/s1/users/invite', server);
    await user.type(await email(), 'ada@x.example, grace@x.example,');
    await waitFor(() => expect(addresses()).toHaveLength(2));
    await user.click(screen.getByRole('link', { name: 'Back to users' }));
    const dialog = within(await screen.findByRole('alertdialog', {}, deadline));
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(addresses()).toHaveLength(2);
    expect(location.pathname).toBe('/subscription/s1/users/invite');
  });
});

describe('the way to the invite page', () => {
  it('is open', async () => {
    await visit('/subscription/s1/users', server);
    const link = await screen.findByRole('link', { name: 'Invite people' }, deadline);
    await user.click(link);
    expect(await email()).toBeTruthy();
  });

  it('is closed for a canceled project, and says why', async () => {
    server.state.subscription = { ...server.state.subscription, status: 'canceled' };
    await visit('/subscription/s1/users', server);
    const button = await screen.findByRole('button', { name: 'Invite people' }, deadline);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('has been canceled');
    await user.click(button);
    expect(location.pathname).toBe('/subscription/s1/users');
  });

  it('warns when every seat is taken, before anybody is typed in', async () => {
    server.state.seats = 4;
    server.state.subscription = { ...server.state.subscription, owner_name: 'Olga Owner' };
    await visit('/subscription/s1/users', server);
    expect(await screen.findByText('Seats in use: 4 of 4', {}, deadline)).toBeTruthy();
    expect(screen.getAllByText('All seats are taken')[0]).toBeTruthy();
    expect(screen.getByText(/ask Olga Owner, the owner, to choose a plan/)).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Invite people' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull();
  });

  it('canceled project with full seats: offers its owner no other plan', async () => {
    server.state.seats = 4;
    const canceled = { owner_id: 'ada', status: 'canceled' } as const;
    server.state.subscription = { ...server.state.subscription, ...canceled };
    await visit('/subscription/s1/users', server);
    await screen.findByText('Seats in use: 4 of 4', {}, deadline);
    expect(screen.queryByText('All seats are taken')).toBeNull();
    expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull();
  });

  it('leads the owner to the larger plan when every seat is taken', async () => {
    server.state.seats = 4;
    server.state.subscription = { ...server.state.subscription, owner_id: 'ada' };
    await visit('/subscription/s1/users', server);
    const link = await screen.findByRole('link', { name: 'See plans' }, deadline);
    expect(link.getAttribute('href')).toBe('/subscription/s1/billing/change-plan');
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
    expect(screen.getByText(/sign up with that address and verify it/)).toBeTruthy();
    await press('Copy link');
    await expectCopied(`${location.origin}/invite?id=i2`);
    const back = screen.getByRole('link', { name: 'Back to users' });
    expect(back.getAttribute('href')).toBe('/subscription/s1/users');
  });

  it('goes on with an empty form for the next one', async () => {
    await invite();
    await press('Invite more people');
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
    await screen.findByText('Enter at least one email address.');
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
    ['invite/already-pending', 'This email address already has a pending invitation.'],
    [
      'invite/already-member',
      'The person with this email address is already a member of this project.',
    ],
    ['seats/full', 'All seats of the plan are taken by members and pending invitations.'],
    ['subscription/canceled', 'This project has been canceled.'],
    ['auth/too-many-requests', 'Too many attempts. Please wait a while and try again.'],
  ])('says that it was refused: %s', async (code, sentence) => {
    server.state.refusals.createInvite = code;
    await invite();
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(addresses()).toEqual(['Zoe@X.example, good']);
    expect(box('editor')).toHaveProperty('checked', true);
  });

  it('offers the verification mail if an unverified person has sent three', async () => {
    server.state.refusals.createInvite = 'invite/verification-required';
    await invite();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('You have sent three invitations.');
    expect(within(alert).getByRole('button', { name: 'Resend verification email' })).toBeTruthy();
    expect(addresses()).toEqual(['Zoe@X.example, good']);
  });

  it('says at the field that the address is none', async () => {
    await invite('zoe');
    expect(await screen.findByText('zoe is not a complete email address.')).toBeTruthy();
    expect(addresses()).toEqual(['zoe, wrong']);
    await screen.findByText('Enter at least one email address.');
    await waitFor(async () => expect(document.activeElement).toBe(await email()));
    expect(server.sent('createInvite')).toEqual([]);
  });

  it('takes a pasted list, marks each address and sends the good ones', async () => {
    await visit('/subscription/s1/users/invite', server);
    await user.click(await email());
    await user.paste(
      'Zoe <zoe@x.example>; bob@x.example\nADA@x.example, alan@x.example tim@exmaple',
    );
    expect(addresses()).toEqual([
      'zoe@x.example, good',
      'bob@x.example, good',
      'ADA@x.example, already here',
      'alan@x.example, already here',
      'tim@exmaple, wrong',
    ]);
    expect(
      screen.getByText('Ada Lovelace is already a member, so we skip this address.'),
    ).toBeTruthy();
    expect(screen.getByText('tim@exmaple is not a complete email address.')).toBeTruthy();
    expect(screen.getByText('Free seats used: 2 of 16')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove bob@x.example' }));
    await press('Send invitation');
    await screen.findByText(/The invitation to zoe@x.example is on its way/);
    expect(server.sent('createInvite').map((input) => input.email)).toEqual(['zoe@x.example']);
    await press('Correct these addresses');
    expect(addresses()).toEqual(['tim@exmaple, wrong']);
  });

  it('tells of each line what became of it, and keeps what was refused', async () => {
    await visit('/subscription/s1/users/invite', server);
    await user.type(await email(), 'zoe@x.example,bob@x.example,');
    let open = () => {};
    server.state.gates.createInvite = new Promise((resolve) => {
      open = resolve;
    });
    await press('Send 2 invitations');
    server.state.afterOne = () => {
      server.state.refusals.createInvite = 'seats/full';
    };
    open();
    await screen.findByText(/The invitation to zoe@x.example is on its way/);
    expect((await screen.findByRole('alert')).textContent).toContain('All seats of the plan');
    await press('Correct these addresses');
    expect(addresses()).toEqual(['bob@x.example, good']);
  });

  it('address that the field still holds: is sent with the others, and a wrong one is marked', async () => {
    await visit('/subscription/s1/users/invite', server);
    await user.type(await email(), 'zoe@x.example,');
    fireEvent.change(await email(), { target: { value: 'bob@x.example, tim@' } });
    fireEvent.submit((await email()).closest('form') ?? document.body);
    await screen.findByText('tim@ is not a complete email address.');
    const emails = server.sent('createInvite').map((input) => input.email);
    expect(emails).toEqual(['zoe@x.example', 'bob@x.example']);
  });

  it('only a wrong address in the field: marks it', async () => {
    await visit('/subscription/s1/users/invite', server);
    fireEvent.change(await email(), { target: { value: 'tim@' } });
    fireEvent.submit((await email()).closest('form') ?? document.body);
    await screen.findByText('tim@ is not a complete email address.');
    expect(addresses()).toEqual(['tim@, wrong']);
    expect(server.sent('createInvite')).toEqual([]);
  });

  it('says how many addresses are too many before anything is sent', async () => {
    server.state.seats = 5;
    await visit('/subscription/s1/users/invite', server);
    await user.type(await email(), 'zoe@x.example,bob@x.example,');
    await screen.findByText(/Only 1 seat is free/);
    await press('Send 2 invitations');
    expect(server.sent('createInvite')).toEqual([]);
  });
});
