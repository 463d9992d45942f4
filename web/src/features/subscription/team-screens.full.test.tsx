import type { HearthAction } from '@hearth/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { press, user } from '../../../test/person.ts';
import { acme, betaInvite, callable, createTeamServer, deny } from '../../../test/team-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createTeamServer();

beforeEach(() => {
  server = createTeamServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, deadline);

describe('an invite on the dashboard', () => {
  const accept = 'Accept the invitation to Beta Labs';
  const reject = 'Reject the invitation to Beta Labs';

  beforeEach(() => {
    server.world.invites = [betaInvite];
  });

  async function openDashboard() {
    await visit('/dashboard', server);
    return within(await screen.findByRole('list', { name: 'Invitations' }, deadline));
  }

  it('says who invites to what, as what and until when, above the projects', async () => {
    const list = await openDashboard();
    const item = list.getByRole('listitem');
    expect(item.textContent).toContain('Beta Labs');
    expect(item.textContent).toContain('Grace Hopper invites you with the role permissions.editor');
    expect(item.textContent).toContain('Open until Dec 5, 2026');
    const projects = await screen.findByRole('list', { name: 'Your projects' });
    expect(item.compareDocumentPosition(projects)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText('1 project, 1 invitation')).toBeTruthy();
  });

  it('calls an unnamed project Untitled Project, and needs no host', async () => {
    server.world.invites = [{ ...betaInvite, subscription_name: '', host_name: '' }];
    const item = (await openDashboard()).getByRole('listitem');
    expect(item.textContent).toMatch(/Untitled Project.*You are invited with the role/);
  });

  it('is accepted: both lists reload, and a toast says where the project is', async () => {
    await openDashboard();
    await press(accept);
    expect(await screen.findByText(/^Welcome to Beta Labs!/)).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Beta Labs' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull();
    expect(server.calls('acceptInvite')).toEqual([{ inviteId: 'i1' }]);
  });

  it('is rejected without a question, since that can be undone', async () => {
    await openDashboard();
    await press(reject);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull());
    expect(server.calls('rejectInvite')).toEqual([{ inviteId: 'i1' }]);
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  });

  it.each([
    ['invite/expired', 'This invitation has expired.'],
    ['invite/revoked', 'This invitation has been revoked.'],
    ['invite/already-accepted', 'This invitation has already been accepted.'],
    ['invite/already-member', 'The person with this email address is already a member.'],
  ] as const)('that is over (%s) says so and leaves the list', async (code, sentence) => {
    await openDashboard();
    server.world.invites = [];
    server.answers[callable('acceptInvite')] = deny(code);
    await press(accept);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`Failed to accept the invitation${sentence}`);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull());
    expect(screen.getByRole('alert')).toBe(alert);
  });

  it('stays, and can be answered again, if no seat is free', async () => {
    await openDashboard();
    const answer = server.answers[callable('acceptInvite')];
    server.answers[callable('acceptInvite')] = deny('seats/full');
    await press(accept);
    expect((await screen.findByRole('alert')).textContent).toContain('All seats of the plan');
    server.answers[callable('acceptInvite')] = answer ?? deny('seats/full');
    await press(accept);
    expect(await screen.findByText(/^Welcome to Beta Labs!/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('waits for the address to be verified, with a way to do that', async () => {
    Object.assign(server.world, { invites: [], hidden: 2 });
    await visit('/dashboard', server);
    const sentence = '2 invitations are waiting. Verify your email address to see them.';
    expect(await screen.findByText(sentence, {}, deadline)).toBeTruthy();
    await press('Resend verification email');
    expect(await screen.findByText(/ada@x\.example/)).toBeTruthy();
    expect(server.sent('/v1/accounts:sendOobCode')).toEqual([
      expect.objectContaining({ requestType: 'VERIFY_EMAIL' }),
    ]);
  });

  it('leaves the projects alone when the invites cannot be had', async () => {
    server.answers['GET /v1/invites'] = deny('access/denied');
    await visit('/dashboard', server);
    expect(await screen.findByText('Failed to load your invitations', {}, deadline)).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Acme Analytics' })).toBeTruthy();
    server.answers['GET /v1/invites'] = () =>
      Response.json({ invites: [betaInvite], hidden: 0, nextPageToken: null });
    await press('Try again');
    expect(await screen.findByText('Beta Labs')).toBeTruthy();
  });
});

describe('leaving a project', () => {
  beforeEach(() => {
    server.world.subscription = { ...acme, owner_id: 'olga', permissions: { access: ['ada'] } };
  });

  it('asks first, then leads to the dashboard, where the project is gone', async () => {
    await visit('/subscription/s1', server);
    await heading('Acme Analytics');
    await press('Leave project');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Leave Acme Analytics?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Leave project' }));

    expect(await screen.findByText('No projects yet', {}, deadline)).toBeTruthy();
    expect(location.pathname).toBe('/dashboard');
    expect(screen.getByText('You have left Acme Analytics.')).toBeTruthy();
    expect(screen.queryByText('Access denied')).toBeNull();
    expect(server.calls('removeUser')).toEqual([{ userId: 'ada', subscriptionId: 's1' }]);
  });

  it('going back after it: shows nothing', async () => {
    await visit('/subscription/s1', server);
    await press('Leave project');
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Leave project' }));
    await screen.findByText('No projects yet', {}, deadline);

    history.back();
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1'));
    await screen.findByText('Loading…');
    expect(screen.queryByRole('heading', { name: 'Acme Analytics' })).toBeNull();
    // The server denies it; an id of this shape never was one.
    await screen.findByText('Subscription not found', {}, deadline);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  });

  it('stays in the question when it fails, which says why', async () => {
    server.answers[callable('removeUser')] = deny('server/busy');
    await visit('/subscription/s1', server);
    await press('Leave project');
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Leave project' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('server is busy');
    expect(location.pathname).toBe('/subscription/s1');
  });

  it('is not for the owner', async () => {
    server.world.subscription = acme;
    await visit('/subscription/s1', server);
    await heading('Acme Analytics');
    expect(screen.queryByRole('button', { name: 'Leave project' })).toBeNull();
  });
});

describe('the activity', () => {
  const at = '2026-11-21T10:00:00.000Z';
  const ada = { id: 'ada', name: 'Ada Lovelace' };
  const bob = { id: 'bob', name: 'bob@x.example' };
  const gone = { id: 'zoe', name: '' };
  const event = (action: string, actor = ada, subject = bob) => ({
    id: action,
    action,
    happened_at: at,
    actor,
    subject,
  });

  async function sentences() {
    await visit('/subscription/s1/activity', server);
    const list = await screen.findByRole('list', { name: /Nov 21, 2026$/ }, deadline);
    const items = within(list).getAllByRole('listitem');
    return items.map((item) => item.querySelector('p')?.textContent);
  }

  const findSentence = (text: string) =>
    screen.findByText((_, node) => node?.tagName === 'P' && node.textContent === text);

  const worded: Record<HearthAction, string> = {
    'subscription.created': 'Ada Lovelace created the project',
    'subscription.settings-updated': 'Ada Lovelace changed the settings',
    'subscription.ownership-transferred': 'Ada Lovelace handed the project over to bob@x.example',
    'subscription.ownership-settled': 'The operator decided that bob@x.example owns the project',
    'subscription.frozen': 'The project was frozen until the operator has decided who owns it',
    'subscription.plan-changed': 'Ada Lovelace changed the plan',
    'subscription.plan-change-scheduled': 'Ada Lovelace scheduled a plan change',
    'subscription.plan-change-undone': 'Ada Lovelace kept the current plan',
    'subscription.end-scheduled': 'Ada Lovelace canceled the project, which ends with its period',
    'subscription.resumed': 'Ada Lovelace kept the project, so it no longer ends',
    'subscription.trial-extended': 'Ada Lovelace extended the trial',
    'subscription.free-time-given': 'Ada Lovelace gave time free of charge',
    'subscription.free-time-ended': 'Ada Lovelace ended the time free of charge',
    'subscription.canceled': 'Ada Lovelace canceled the project',
    'subscription.past-due': 'A payment for the project failed',
    'subscription.unpaid': 'The project was put on hold until the missing payment is made',
    'subscription.recovered': 'The missing payment was made',
    'billing.details-updated': 'Ada Lovelace changed the billing details',
    'billing.default-card-changed': 'Ada Lovelace changed the default card',
    'billing.card-removed': 'Ada Lovelace deleted a card',
    'billing.payment-received': 'A payment for the project was received',
    'billing.payment-refunded': 'A payment for the project was refunded',
    'billing.payment-disputed': 'A payment for the project is disputed at the bank',
    'billing.dispute-closed': 'The bank decided on a disputed payment',
    'billing.resynced': 'The operator reloaded billing from the payment provider',
    'billing.relinked': 'The operator linked billing to another customer at the payment provider',
    'billing.change-settled': 'The operator completed an open billing change',
    'billing.change-refused': 'The operator refused an open billing change',
    'billing.price-moved': 'The operator moved the project to the plan’s current price',
    'billing.taxes-started': 'The operator turned on taxes, starting with the next renewal',
    'invite.created': 'Ada Lovelace invited bob@x.example',
    'invite.accepted': 'Ada Lovelace accepted the invitation and joined',
    'invite.rejected': 'The invitation to bob@x.example was rejected',
    'invite.revoked': 'Ada Lovelace revoked the invitation to bob@x.example',
    'invite.expired': 'The invitation to bob@x.example expired',
    'invite.resent': 'Ada Lovelace sent the invitation to bob@x.example again',
    'invite.restored': 'Ada Lovelace restored the invitation to bob@x.example',
    'invite.reconsidered': 'The rejection by bob@x.example was taken back',
    'member.permissions-changed': 'Ada Lovelace changed the permissions of bob@x.example',
    'member.removed': 'Ada Lovelace removed bob@x.example',
    'member.restored': 'Ada Lovelace brought bob@x.example back',
    'member.left': 'Ada Lovelace left the project',
    'member.disowned':
      'Ada Lovelace was removed, because the owner of the email address reported that the account is not theirs',
  };

  it.each([...Object.entries(worded), ['planet.discovered', 'Ada Lovelace: planet.discovered']])(
    'words %s',
    async (action, sentence) => {
      server.world.activities = [event(action)];
      expect(await sentences()).toEqual([sentence]);
    },
  );

  it('deleted person: named as gone; act of the product: named as the product', async () => {
    server.world.activities = [
      event('member.removed', gone, gone),
      event('member.left', { id: '', name: '' }),
    ];
    expect(await sentences()).toEqual([
      'A former member removed a former member',
      'Hearth left the project',
    ]);
    expect(screen.getAllByTitle(/^Nov 21, 2026, \d/)).toHaveLength(2);
  });

  it('comes in pages of 20', async () => {
    server.world.activities = Array.from({ length: 41 }, (_, index) => ({
      ...event('invite.created', ada, { id: `i${index}`, name: `guest-${index}` }),
      id: String(index),
    }));
    await visit('/subscription/s1/activity', server);
    await screen.findByText('1–20 of 41', {}, deadline);
    const button = (name: string) => screen.getByRole('button', { name });
    expect(button('Newer').getAttribute('aria-disabled')).toBe('true');

    await press('Older');
    await findSentence('Ada Lovelace invited guest-20');
    await waitFor(() => expect(button('Older').getAttribute('aria-disabled')).toBeNull());
    await press('Older');
    await findSentence('Ada Lovelace invited guest-40');
    expect(screen.getByText('41–41 of 41')).toBeTruthy();
    await waitFor(() => expect(button('Newer').getAttribute('aria-disabled')).toBeNull());
    expect(button('Older').getAttribute('aria-disabled')).toBe('true');
    await press('Newer');
    await findSentence('Ada Lovelace invited guest-20');
  });

  it('says when there is nothing yet', async () => {
    await visit('/subscription/s1/activity', server);
    expect(await screen.findByText('Nothing has happened yet', {}, deadline)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to users' })).toBeTruthy();
  });

  it('offers another try when it cannot be had', async () => {
    const answer = server.answers[callable('getActivity')];
    server.answers[callable('getActivity')] = deny('access/denied');
    await visit('/subscription/s1/activity', server);
    await screen.findByText('Failed to load the activity', {}, deadline);
    server.answers[callable('getActivity')] = answer ?? deny('access/denied');
    await press('Try again');
    expect(await screen.findByText('Nothing has happened yet')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has its place in the sidebar of administrators', async () => {
    await visit('/subscription/s1', server);
    await heading('Acme Analytics');
    const [link] = screen.getAllByRole('link', { name: 'Activity' });
    expect(link?.getAttribute('href')).toBe('/subscription/s1/activity');
  });

  it('is closed to plain members', async () => {
    server.world.subscription = { ...acme, owner_id: 'olga', permissions: { access: ['ada'] } };
    await visit('/subscription/s1/activity', server);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
    expect(server.calls('getActivity')).toEqual([]);
  });
});
