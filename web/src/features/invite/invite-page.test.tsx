import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  copiedLink,
  createInviteServer,
  type InviteCase,
  invited,
  inviteLink,
  refused,
} from '../../../test/invite-server.ts';
import { press, user } from '../../../test/person.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createInviteServer();

const input = { inviteId: 'i1', token: 's3cret' };
const field = (label: string) => screen.findByLabelText(label, {}, deadline);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, deadline);
const answerWith = (invite: InviteCase) => {
  server.answers.getInvite = invited(invite);
};

/** Bodies of what the identity endpoints were sent. */
function identitySent(call: string): unknown[] {
  return server.identity.fetch.mock.calls
    .filter(([url]) => String(url).includes(`accounts:${call}`))
    .map(([, init]) => JSON.parse(String(init?.body)));
}

/** Every address and body that left the page. */
function everythingSent(): string {
  const calls = [...server.documents.mock.calls, ...server.identity.fetch.mock.calls];
  return calls.map(([url, init]) => `${url} ${init?.body}`).join('\n');
}

beforeEach(() => {
  server = createInviteServer();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

async function fillInSignUp() {
  await user.type(await field('Full name'), 'Ada');
  await user.type(await field('Password'), 'secret');
  await press('Create account and join');
}

describe('somebody new', () => {
  beforeEach(() => {
    server.identity.emailVerified = false;
    server.answers.acceptInvite = () => {
      server.identity.emailVerified = true;
      return Response.json({ result: { subscriptionId: 's1' } });
    };
  });

  it('has an account and the project in one pass, without a verification mail', async () => {
    await visit(inviteLink, server);
    expect(await field('Email')).toHaveProperty('value', 'ada@x.example');
    expect(screen.getByLabelText('Email')).toHaveProperty('readOnly', true);
    expect(screen.getByText('Olga')).toBeTruthy();
    const pages = history.length;
    expect(screen.getByText('permissions.access, permissions.editor')).toBeTruthy();
    await fillInSignUp();

    expect(await heading('Oak')).toBeTruthy();
    expect(location.pathname + location.search).toBe('/subscription/s1');
    // The address with the secret is not one to go back to.
    expect(history.length).toBe(pages);
    // Twice in strict mode, and not again while the pass is under way.
    expect(server.sent('getInvite')).toHaveLength(2);
    expect(await screen.findByText('You have joined the project.')).toBeTruthy();
    expect(identitySent('signUp')).toEqual([
      { email: 'ada@x.example', password: 'secret', displayName: 'Ada', returnSecureToken: true },
    ]);
    expect(server.sent('acceptInvite')).toEqual([{ data: input }]);
    expect(server.sent('accounts:sendOobCode')).toEqual([]);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('s3cret');
  });

  it('is offered to accept, as the person they are now, when that failed after the sign-up', async () => {
    const joins = server.answers.acceptInvite;
    server.answers.acceptInvite = () => {
      answerWith({ reader: 'unverified', details: { has_account: true } });
      throw new TypeError('lost');
    };
    await visit(inviteLink, server);
    await fillInSignUp();
    expect((await screen.findByRole('alert', {}, deadline)).textContent).toContain(
      'The invitation could not be accepted',
    );
    expect(screen.queryByLabelText('Password')).toBeNull();

    server.answers.acceptInvite = joins ?? (() => Response.error());
    await press('Accept');
    expect(await heading('Oak')).toBeTruthy();
    expect(identitySent('signUp')).toHaveLength(1);
  });

  it('sign-up refused: the form says why and keeps what was typed', async () => {
    await visit(inviteLink, server);
    await field('Password');
    server.identity.trouble = 'TOO_MANY_ATTEMPTS_TRY_LATER';
    await fillInSignUp();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to sign up');
    expect(await field('Full name')).toHaveProperty('value', 'Ada');
    expect(server.sent('acceptInvite')).toEqual([]);
  });

  it('comes back from other ways to sign in, with nothing but the id in storage', async () => {
    await visit(inviteLink, server);
    await user.click(await screen.findByRole('link', { name: 'Other ways to sign in' }, deadline));
    await heading('Create your account');
    expect(sessionStorage.getItem('hearth.kept-location')).toBe('/invite?id=i1');

    answerWith({ reader: 'unverified' });
    await user.type(await field('Full name'), 'Ada');
    await user.type(await field('Email'), 'ada@x.example');
    await user.type(await field('Password'), 'secret');
    await press('Sign up');
    expect(await screen.findByRole('button', { name: 'Accept' }, deadline)).toBeTruthy();
    expect(location.pathname + location.search).toBe(inviteLink);
  });
});

it('signs in and accepts in one pass', async () => {
  answerWith({ details: { has_account: true } });
  await visit(inviteLink, server);
  await user.type(await field('Password'), 'secret');
  await press('Sign in and accept');
  expect(await heading('Oak')).toBeTruthy();
  expect(identitySent('signInWithPassword')).toEqual([
    { email: 'ada@x.example', password: 'secret', returnSecureToken: true },
  ]);
  expect(server.sent('acceptInvite')).toEqual([{ data: input }]);
});

it('account with two-step verification: asks for the code before it accepts; turned back, nothing is accepted', async () => {
  answerWith({ details: { has_account: true } });
  server.identity.factors = ['Phone'];
  await visit(inviteLink, server);
  await user.type(await field('Password'), 'secret');
  await press('Sign in and accept');
  await press('Back');
  expect(await screen.findByRole('button', { name: 'Sign in and accept' })).toBeTruthy();
  expect(server.sent('acceptInvite')).toEqual([]);
  await press('Sign in and accept');
  await user.type(await field('6-digit code'), '123456');
  await press('Verify');
  expect(await heading('Oak')).toBeTruthy();
  expect(server.sent('acceptInvite')).toEqual([{ data: input }]);
});

describe('somebody else', () => {
  beforeEach(() => {
    server.identity.cookie = 'bob';
    server.answers.getInvite = () =>
      invited({ reader: server.identity.cookie ? 'wrong-account' : 'signed-out' })();
  });

  it('signs out and goes on here, with the invited address', async () => {
    await visit(inviteLink, server);
    expect(
      await screen.findByText(
        /for ada@x.example, but you are signed in as bob@x.example/,
        {},
        deadline,
      ),
    ).toBeTruthy();
    await press('Sign out and continue');
    expect(await field('Email')).toHaveProperty('value', 'ada@x.example');
    expect(location.pathname + location.search).toBe(inviteLink);
    expect(identitySent('signOut')).toHaveLength(1);
  });

  it('is still here when the sign-out fails', async () => {
    await visit(inviteLink, server);
    await screen.findByText(/as bob@x.example/, {}, deadline);
    server.identity.trouble = 'network';
    await press('Sign out and continue');
    expect((await screen.findByRole('alert')).textContent).toContain('You are still signed in');
    expect(screen.getByRole('button', { name: 'Sign out and continue' })).toBeTruthy();
  });

  it('sees no address by a copied link', async () => {
    answerWith({ reader: 'wrong-account', details: false });
    await visit(copiedLink, server);
    await heading('An invitation is waiting');
    expect(document.body.textContent).toContain('bob@x.example');
    expect(document.body.textContent).not.toContain('ada@x.example');
  });
});

describe('the invited person, signed in', () => {
  beforeEach(() => {
    server.identity.cookie = 'ada';
    answerWith({ reader: 'invitee', details: { has_account: true } });
  });

  it('rejects', async () => {
    server.answers.rejectInvite = () => {
      answerWith({ reader: 'invitee', status: 'rejected' });
      return Response.json({ result: {} });
    };
    await visit(inviteLink, server);
    await press('Reject');
    expect(await heading('This invitation has been rejected')).toBeTruthy();
    expect(server.sent('rejectInvite')).toEqual([{ data: input }]);
    expect(server.sent('acceptInvite')).toEqual([]);
  });

  it.each([
    {
      code: 'invite/revoked',
      now: { status: 'revoked' },
      title: 'This invitation has been revoked',
    },
    { code: 'invite/expired', now: { status: 'expired' }, title: 'This invitation has expired' },
    { code: 'seats/full', now: { details: { obstacle: 'full' } }, title: 'All seats are taken' },
    {
      code: 'subscription/canceled',
      now: { details: { obstacle: 'canceled' } },
      title: 'This project has been canceled',
    },
  ] as const)('invite changed meanwhile ($code): says so', async ({ code, now, title }) => {
    server.answers.acceptInvite = () => {
      answerWith({ reader: 'invitee', ...now });
      return refused(code)();
    };
    await visit(inviteLink, server);
    await press('Accept');
    expect(await heading(title)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(location.pathname).toBe('/invite');
  });

  it('open invite that the server refuses: shows the reason', async () => {
    server.answers.acceptInvite = refused('seats/full');
    await visit(inviteLink, server);
    await press('Accept');
    expect((await screen.findByRole('alert', {}, deadline)).textContent).toContain(
      'All seats of the plan are taken',
    );
    expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it('sends the secret to nothing but the calls of the invite', async () => {
    await visit(inviteLink, server);
    await press('Accept');
    await heading('Oak');
    const withSecret = everythingSent()
      .split('\n')
      .filter((line) => line.includes('s3cret'));
    expect(withSecret.every((line) => /functions\/r\/(get|accept)Invite /.test(line))).toBe(true);
  });

  it('joins by a copied link, which carries no secret', async () => {
    await visit(copiedLink, server);
    await press('Accept');
    await heading('Oak');
    expect(server.sent('acceptInvite')).toEqual([{ data: { inviteId: 'i1' } }]);
  });
});

describe('an address that is not verified, and a copied link', () => {
  beforeEach(() => {
    server.identity.cookie = 'ada';
    server.identity.emailVerified = false;
    answerWith({ reader: 'unverified', details: false });
  });

  it('has a link mailed that leads back here, and shows the invite once it is verified', async () => {
    const session = await visit(copiedLink, server);
    await press('Email me a link');
    expect(await screen.findByText(/sent a link to ada@x.example/)).toBeTruthy();
    expect(server.sent('accounts:sendOobCode')).toEqual([
      expect.objectContaining({
        requestType: 'VERIFY_EMAIL',
        continueUrl: `${location.origin}${copiedLink}`,
      }),
    ]);

    server.identity.emailVerified = true;
    answerWith({ reader: 'invitee', details: { has_account: true } });
    await act(() => session.reload());
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it('asks again when the person says that it is verified', async () => {
    await visit(copiedLink, server);
    const button = await screen.findByRole('button', { name: 'I have verified it' }, deadline);
    answerWith({ reader: 'invitee', details: { has_account: true } });
    await user.click(button);
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
  });
});

describe('an address that is verified on another device', () => {
  const lookedUp = (emailVerified: boolean) => () =>
    Response.json({ users: [{ localId: 'ada', email: 'ada@x.example', emailVerified }] });

  it('shows the invite when the person comes back to the window, and nothing new before', async () => {
    server.identity.cookie = 'ada';
    server.identity.emailVerified = false;
    server.answers['accounts:lookup'] = lookedUp(false);
    answerWith({ reader: 'unverified', details: false });
    await visit(copiedLink, server);
    const button = await screen.findByRole('button', { name: 'I have verified it' }, deadline);

    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(server.sent('accounts:lookup')).toHaveLength(1));
    // A click that gives the window the focus must find its button still there.
    expect(button.isConnected).toBe(true);

    server.identity.emailVerified = true;
    server.answers['accounts:lookup'] = lookedUp(true);
    answerWith({ reader: 'invitee', details: { has_account: true } });
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(server.sent('accounts:lookup')).toHaveLength(2);
  });
});

describe('a link that leads nowhere', () => {
  it.each([
    { path: '/invite', asked: 0 },
    { path: '/invite?token=s3cret', asked: 0 },
    { path: '/invite?id=none', asked: 2 },
  ])('says so: $path', async ({ path, asked }) => {
    server.answers.getInvite = refused('access/denied', 'PERMISSION_DENIED');
    await visit(path, server);
    expect(await heading('Invitation not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
    // In strict mode effects run twice.
    expect(server.sent('getInvite')).toHaveLength(asked);
  });

  it('is tried again after a failure that may pass', async () => {
    server.answers.getInvite = () => Promise.reject(new TypeError('lost'));
    await visit(inviteLink, server);
    expect((await screen.findByRole('alert', {}, deadline)).textContent).toContain('connection');
    answerWith({});
    await press('Try again');
    expect(await heading('Join Oak')).toBeTruthy();
  });
});

it('asks with the token of the signed-in person, and without one for visitors', async () => {
  const bearer = () =>
    new Headers(server.documents.mock.calls[0]?.[1]?.headers).get('authorization');
  await visit(inviteLink, server);
  await heading('Join Oak');
  expect(bearer()).toBeNull();
  expect(server.sent('getInvite')[0]).toEqual({ data: input });

  server = createInviteServer();
  server.identity.cookie = 'ada';
  await visit(inviteLink, server);
  await waitFor(() => expect(bearer()).toMatch(/^Bearer token-\d+-ada$/));
});
