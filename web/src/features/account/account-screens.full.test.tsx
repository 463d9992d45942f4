import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ada, createAccountServer, refuse } from '../../../test/account-server.ts';
import { press, user } from '../../../test/person.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createAccountServer();
const update = 'POST /v1/accounts:update';
const remove = 'POST /v1/accounts:delete';

beforeEach(() => {
  server = createAccountServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const field = (label: string) => screen.findByLabelText(label, {}, deadline);

async function toProfileAfter(delayMs: number, act: () => Promise<void>) {
  const delays = vi.spyOn(globalThis, 'setTimeout');
  await act();
  await waitFor(() => expect(delays.mock.calls.map(([, ms]) => ms)).toContain(delayMs));
  await waitFor(() => expect(location.pathname).toBe('/profile'), deadline);
}

async function typePasswords(password = 'secret-7') {
  await visit('/change-password', server);
  await user.type(await field('New password'), password);
  await user.type(screen.getByLabelText('Confirm new password'), password);
}

async function askToDelete() {
  await visit('/delete-account', server);
  await user.type(await field('Type your user ID to confirm'), 'ada');
  await press('Delete my account');
}

describe('the profile', () => {
  it('shows name, address and id, with links to change them', async () => {
    await visit('/profile', server);
    expect((await screen.findAllByText('Ada Lovelace', {}, deadline)).length).toBeGreaterThan(0);
    const main = within(screen.getByRole('main'));
    expect(main.getByText('Yes')).toBeTruthy();
    expect(main.getByText('ada')).toBeTruthy();
    expect(main.getByText('Hidden')).toBeTruthy();
    expect(main.queryByRole('button', { name: 'Resend verification email' })).toBeNull();
    await main.findByRole('link', { name: 'Add an authenticator app' }, deadline);
    const links = main.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/edit-name',
      '/edit-email',
      '/change-password',
      '/add-authenticator',
      '/sessions',
      '/delete-account',
    ]);
  });
});

describe('the name', () => {
  it('saved: shown by the top bar immediately, and the profile follows 1.5 s later', async () => {
    await visit('/edit-name', server);
    await user.type(await field('Full name'), '  Ada King ');
    const answer = server.identity.fetch.getMockImplementation();
    server.identity.fetch.mockImplementation(async (url, init) =>
      String(url).includes('lookup')
        ? Response.json({
            users: [
              { localId: 'ada', email: ada.email, displayName: 'Ada King', providerUserInfo: [] },
            ],
          })
        : (answer?.(url, init) ?? fetch(url, init)),
    );
    await toProfileAfter(1500, async () => {
      await press('Save name');
      await screen.findByText('Your name has been updated.');
      await press('User menu');
      expect(within(await screen.findByRole('menu')).getByText('Ada King')).toBeTruthy();
    });
    expect(server.sent('/v1/users/ada')).toContainEqual({ display_name: 'Ada King' });
    await waitFor(() => expect(document.title).toContain('My profile'));
  });

  it('empty: refused; saving fails: stays in the field', async () => {
    server.answers['PATCH /v1/users/ada'] = refuse('server/internal');
    await visit('/edit-name', server);
    const name = await field('Full name');
    await press('Save name');
    expect(await screen.findByText('Enter your name.')).toBeTruthy();
    expect(server.sent('/v1/users/ada').filter((body) => 'display_name' in body)).toEqual([]);

    await user.type(name, 'Ada King');
    await press('Save name');
    await screen.findByText('Failed to update your name');
    expect(name).toHaveProperty('value', 'Ada King');
  });
});

describe('the address', () => {
  it('link sent: says so, and the profile follows 2 s later', async () => {
    await visit('/edit-email', server);
    await user.type(await field('New email'), 'new@x.example');
    await toProfileAfter(2000, () => press('Send link'));
    expect(server.sent('/v1/accounts:sendOobCode')).toEqual([
      {
        idToken: expect.any(String),
        requestType: 'VERIFY_AND_CHANGE_EMAIL',
        newEmail: 'new@x.example',
      },
    ]);
  });

  it.each([
    ['', 'Enter your email address.'],
    ['nonsense', 'Enter an address like name@example.com.'],
    ['ADA@x.example', 'This is already your email address.'],
  ])('is checked before it is sent: "%s"', async (text, sentence) => {
    await visit('/edit-email', server);
    const address = await field('New email');
    if (text) {
      await user.type(address, text);
    }
    await press('Send link');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(server.sent('/v1/accounts:sendOobCode')).toEqual([]);
  });

  it('present address not verified: cannot be changed yet', async () => {
    server.answers['GET /v1/users/ada'] = () => Response.json({ ...ada, email_verified: false });
    await visit('/edit-email', server);
    await screen.findByText(/verify your current email/, {}, deadline);
    await user.type(await field('New email'), 'new@x.example');
    await press('Send link');
    expect(server.sent('/v1/accounts:sendOobCode')).toEqual([]);
  });
});

describe('the password', () => {
  it('ticks the rules off while typing, and refuses a password that breaks one', async () => {
    await typePasswords('five5');
    expect(screen.getByText(/At least 6 characters/).textContent).toContain('not yet');
    await press('Change password');
    expect(await screen.findByText(/does not meet every requirement/)).toBeTruthy();
    expect(server.sent('/v1/accounts:update')).toEqual([]);

    await user.type(screen.getByLabelText('New password'), '6');
    expect(screen.getByText(/At least 6 characters/).textContent).toContain(': met');
  });

  it('is changed in the cookie session, which goes on with the new token', async () => {
    server.answers[update] = () =>
      Response.json({ localId: 'ada', idToken: 'fresh-token', expiresIn: '3600' });
    const session = await visit('/change-password', server);
    await user.type(await field('New password'), 'secret-7');
    await user.type(screen.getByLabelText('Confirm new password'), 'secret-7');
    await toProfileAfter(1500, () => press('Change password'));
    expect(server.sent('/v1/accounts:update')).toEqual([
      { idToken: expect.any(String), password: 'secret-7', returnSecureToken: true },
    ]);
    const call = server.documents.mock.calls.find(([url]) => String(url).includes(':update'));
    expect(call?.[1]?.headers).toMatchObject({ 'x-hearth-session': 'cookie' });
    expect(await session.idToken()).toBe('fresh-token');
  });
});

describe('signing in again in place', () => {
  /** Refuses until the person has signed in again. */
  function wantsRecentSignIn() {
    server.answers[update] = () =>
      server.identity.count('signInWithPassword') === 0
        ? (refuse('auth/requires-recent-login')() as Response)
        : Response.json({ localId: 'ada' });
  }

  beforeEach(wantsRecentSignIn);

  it('sign-in too old: asks for the password and repeats the refused change', async () => {
    await typePasswords();
    await press('Change password');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/ada@x\.example/)).toBeTruthy();
    const password = dialog.getByLabelText('Password');
    expect(document.activeElement).toBe(password);
    expect(password.getAttribute('type')).toBe('password');
    expect(password.getAttribute('autocomplete')).toBe('current-password');

    await user.type(password, 'old-secret');
    await press('Sign in and continue');
    expect(await screen.findByText('Your password has been updated.')).toBeTruthy();
    const call = server.identity.fetch.mock.calls.find(([url]) => String(url).includes('signIn'));
    expect(JSON.parse(String(call?.[1]?.body))).toMatchObject({
      email: 'ada@x.example',
      password: 'old-secret',
    });
    expect(server.sent('/v1/accounts:update')).toHaveLength(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('wrong password: the dialog stays, with its message', async () => {
    await typePasswords();
    await press('Change password');
    const dialog = within(await screen.findByRole('dialog'));
    server.identity.fetch.mockImplementationOnce(async () => refuse('auth/invalid-credential')());
    const password = dialog.getByLabelText('Password');
    await user.type(password, 'wrong');
    await press('Sign in and continue');
    expect(await dialog.findByText('The password is wrong.')).toBeTruthy();
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect(password).toHaveProperty('value', 'wrong');
    expect(server.sent('/v1/accounts:update')).toHaveLength(1);
  });

  it('closed with Esc: keeps what was typed and gives the focus back', async () => {
    await typePasswords();
    await press('Change password');
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await screen.findByText('Please sign in again before retry');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'secret-7');
    const button = screen.getByRole('button', { name: 'Change password' });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});

describe('deleting the account', () => {
  it('deleted: says so, and leads out 2 s later', async () => {
    const delays = vi.spyOn(globalThis, 'setTimeout');
    await askToDelete();
    await screen.findByText(/Your account has been deleted/);
    expect(delays.mock.calls.map(([, ms]) => ms)).toContain(2000);
    await waitFor(() => expect(location.pathname).toBe('/signin'), deadline);
    expect(server.identity.cookie).toBeUndefined();
    expect(sessionStorage.length).toBe(0);
  });

  const owned = (id: string, status: string, name?: string) => ({
    id,
    owner_id: 'ada',
    plan_id: 'free',
    status,
    settings: { name },
    permissions: {},
    create_time: ada.create_time,
  });

  it('projects still owned: named with their ends and the ways out, and nothing is sent', async () => {
    const others = { ...owned('s4', 'active', 'Of Bob'), owner_id: 'bob' };
    const ending = { ...owned('s1', 'active', 'Acme'), cancel_at: '2027-12-13T10:00:00.000Z' };
    const subscriptions = [ending, owned('s2', 'past_due'), others, owned('s3', 'canceled', 'Old')];
    server.answers['GET /v1/subscriptions'] = () => Response.json({ subscriptions });
    await visit('/delete-account', server);
    const region = await screen.findByRole('region', { name: /^Your account can be deleted once/ });
    const list = within(region);
    const ways = (await list.findAllByRole('link')).map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    expect(ways).toEqual([
      ['Acme', '/subscription/s1'],
      ['End Acme now', '/subscription/s1/billing/cancel'],
      ['Hand Acme over', '/subscription/s1/billing/transfer-ownership'],
      ['Untitled Project', '/subscription/s2'],
      ['End Untitled Project', '/subscription/s2/billing/cancel'],
      ['Hand Untitled Project over', '/subscription/s2/billing/transfer-ownership'],
    ]);
    expect(list.getByText(/ends on Dec 13, 2027/)).toBeTruthy();
    await user.type(await field('Type your user ID to confirm'), 'ada');
    await press('Delete my account');
    expect(server.sent('/v1/accounts:delete')).toEqual([]);
  });

  it('projects cannot be loaded: shows the list of the refusal', async () => {
    server.answers[remove] = refuse('auth/owns-active-subscription', 'Acme (s1)');
    server.answers['GET /v1/subscriptions'] = refuse('access/denied');
    await askToDelete();
    expect(await screen.findByText('Acme (s1)', {}, deadline)).toBeTruthy();
  });
});

describe('the sessions', () => {
  const list = 'GET /v1/sessions';
  const at = '2026-11-21T10:00:00.000Z';
  const here = {
    id: 'here',
    current: true,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    address: '203.0.113.7',
    provider: 'password',
    signed_in_at: at,
    last_seen_at: at,
  };
  const phone = { ...here, id: 'phone', current: false, user_agent: 'curl/8.15.0' };
  const answerWith = (...sessions: object[]) => {
    server.answers[list] = () => Response.json({ sessions });
  };

  it('name each device and mark this one', async () => {
    answerWith(here, { ...phone, provider: 'google.com' });
    await visit('/sessions', server);
    await screen.findByText('Firefox on Linux', {}, deadline);
    const [first, second] = screen.getAllByRole('listitem').slice(-2);
    expect(first?.textContent).toContain('This device');
    expect(first?.textContent).toContain('203.0.113.7');
    expect(first?.textContent).toContain('Email and password');
    expect(second?.textContent).toMatch(/Unknown device.*Google/);
    expect(screen.getAllByRole('button', { name: /End the session/ })).toHaveLength(1);
  });

  it('end one by one, after a question whose safe answer comes first', async () => {
    answerWith(here, phone);
    server.answers['DELETE /v1/sessions/phone'] = () => {
      answerWith(here);
      return Response.json({ ended: 1 });
    };
    await visit('/sessions', server);
    await press('End the session of Unknown device');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('End the session of Unknown device?')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Cancel');
    await user.click(dialog.getByRole('button', { name: 'End session' }));
    expect(await screen.findByText('Unknown device is signed out.')).toBeTruthy();
    expect(await screen.findByText('You are signed in on this device only.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
  });

  it('sign-in too old: end after signing in again in place', async () => {
    answerWith(here, phone);
    const ended = 'DELETE /v1/sessions/phone';
    server.answers[ended] = refuse('auth/requires-recent-login');
    await visit('/sessions', server);
    await press('End the session of Unknown device');
    await press('End session');
    const dialog = within(await screen.findByRole('dialog'));
    server.answers[ended] = () => Response.json({ ended: 1 });
    await user.type(dialog.getByLabelText('Password'), 'secret');
    await user.click(dialog.getByRole('button', { name: 'Sign in and continue' }));
    expect(await screen.findByText('Unknown device is signed out.')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('signing in again canceled: stay, with the reason', async () => {
    answerWith(here, phone);
    server.answers['DELETE /v1/sessions'] = refuse('auth/requires-recent-login');
    await visit('/sessions', server);
    await press('End all other sessions');
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'End all other sessions' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    expect(await question.findByText('Please sign in again before retry')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('end all together but this one', async () => {
    answerWith(here, phone, { ...phone, id: 'tablet' });
    server.answers['DELETE /v1/sessions'] = () => {
      answerWith(here);
      return Response.json({ ended: 2 });
    };
    await visit('/sessions', server);
    await press('End all other sessions');
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'End all other sessions' }));
    expect(await screen.findByText('2 sessions ended.')).toBeTruthy();
    expect(await screen.findByText('You are signed in on this device only.')).toBeTruthy();
  });

  it('ending fails: stay, and the question says why', async () => {
    answerWith(here, phone);
    server.answers['DELETE /v1/sessions/phone'] = refuse('server/unavailable');
    await visit('/sessions', server);
    await press('End the session of Unknown device');
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'End session' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('not available');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Unknown device')).toBeTruthy();
  });
});
