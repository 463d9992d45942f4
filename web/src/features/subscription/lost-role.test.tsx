import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMembersServer } from '../../../test/members-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

const user = userEvent.setup();
let server = createMembersServer();
/** Calls and documents that are denied, by the end of their address. */
let denied: string[] = [];

beforeEach(() => {
  server = createMembersServer();
  server.state.subscription = { ...server.state.subscription, owner_name: 'Olga Owner' };
  denied = [];
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  const answer = server.documents.getMockImplementation() ?? expect.fail();
  server.documents.mockImplementation(async (url, init) => {
    const error = { status: 'PERMISSION_DENIED', details: { code: 'access/denied' } };
    return denied.some((end) => String(url).endsWith(end))
      ? Response.json({ error }, { status: 403 })
      : answer(url, init);
  });
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, deadline);

/** Ada stays a member, and is no admin any more. */
function demote() {
  const { subscription } = server.state;
  server.state.subscription = { ...subscription, permissions: { access: ['ada'] } };
  denied = ['/getSubscriptionUsers', '/revokeInvite', '/getActivity'];
}

function expel() {
  denied = ['/getSubscriptionUsers', '/revokeInvite', '/getActivity', '/v1/subscriptions/s1'];
}

const lacksAdmin = (page: string) =>
  `“${page}” in Acme needs the permission “permissions.admin”. Its owner, Olga Owner, or an administrator can give it to you.`;

async function ledHome(sentence: string, detail: string) {
  expect(await screen.findByText(detail, {}, deadline)).toBeTruthy();
  expect(await screen.findByText(sentence, {}, deadline)).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
}

describe('an administrator who is demoted while inside', () => {
  it('query denied: page and sidebar entries go, and a sentence says who can give the right', async () => {
    await visit('/subscription/s1/users', server);
    const search = await screen.findByRole('searchbox', {}, deadline);
    demote();
    await user.type(search, 'grace');
    await ledHome('Access denied', lacksAdmin('Users'));

    const [project = expect.fail()] = await screen.findAllByRole(
      'link',
      { name: 'Acme' },
      deadline,
    );
    await user.click(project);
    await heading('Acme');
    const [menu] = screen.getAllByRole('navigation', { name: 'Main navigation' });
    expect(within(menu ?? expect.fail()).queryByRole('link', { name: 'Users' })).toBeNull();
  });

  it('change denied: the same, though no list was read', async () => {
    await visit('/subscription/s1/users', server);
    const name = /^Actions for .*alan@x.example/;
    await user.click(await screen.findByRole('button', { name }, deadline));
    const revoke = await screen.findByRole('menuitem', { name: 'Revoke' });
    demote();
    denied = ['/revokeInvite'];
    await user.click(revoke);
    await ledHome('Access denied', lacksAdmin('Users'));
  });

  it('another page denied on arrival: that page is the one that is named', async () => {
    await visit('/subscription/s1', server);
    await heading('Acme');
    await screen.findByRole('region', { name: /^Included in/ }, deadline);
    await waitFor(() => expect(document.querySelector('.animate-breathe')).toBeNull(), deadline);
    demote();
    const [menu] = screen.getAllByRole('navigation', { name: 'Main navigation' });
    await user.click(within(menu ?? expect.fail()).getByRole('link', { name: 'Activity' }));
    await ledHome('Access denied', lacksAdmin('Activity'));
  });
});

it('a member who is removed while inside: hears that they are one no longer, and who can change it', async () => {
  await visit('/subscription/s1/users', server);
  const search = await screen.findByRole('searchbox', {}, deadline);
  expel();
  await user.type(search, 'grace');
  await ledHome(
    'Access denied',
    'You are no longer a member of Acme. Its owner, Olga Owner, or an administrator can invite you again.',
  );
});

describe('an address that is opened without the right', () => {
  it('administrators only: named with the permission', async () => {
    demote();
    await visit('/subscription/s1/settings', server);
    await ledHome('Access denied', lacksAdmin('Settings'));
  });

  it('owner only: named with the owner', async () => {
    await visit('/subscription/s1/billing/cancel', server);
    await ledHome(
      'Only the subscription owner can perform this action',
      '“Cancel subscription” in Acme is for its owner, Olga Owner, who can do it for you or transfer ownership.',
    );
  });

  it('owner without a name: still says who', async () => {
    const { owner_name: _, ...nameless } = server.state.subscription;
    server.state.subscription = nameless;
    await visit('/subscription/s1/billing/cancel', server);
    await ledHome(
      'Only the subscription owner can perform this action',
      '“Cancel subscription” in Acme is for its owner, who can do it for you or transfer ownership.',
    );
  });

  it('stranger: who can invite', async () => {
    const id = 'ForeignForeignForeig';
    denied = [`/v1/subscriptions/${id}`];
    await visit(`/subscription/${id}`, server);
    await ledHome(
      'Access denied',
      'A project is open to its members only. Its owner or an administrator can invite you.',
    );
  });
});

describe('an address that names no subscription', () => {
  it.each([['/subscription'], ['/subscription/']])(
    '%s: No subscription ID provided',
    async (path) => {
      await visit(path, server);
      expect(await screen.findByText('No subscription ID provided', {}, deadline)).toBeTruthy();
      await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
    },
  );

  it('an id that cannot be one: Subscription not found', async () => {
    denied = ['/v1/subscriptions/cut-off'];
    await visit('/subscription/cut-off', server);
    expect(await screen.findByText('Subscription not found', {}, deadline)).toBeTruthy();
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
  });
});
