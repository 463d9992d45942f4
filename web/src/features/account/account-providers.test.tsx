import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccountServer, createAccountServer, refuse } from '../../../test/account-server.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';
import { hearOutcome, reportOutcome } from '../../shared/social/social-channel.ts';
import type { SocialOutcome } from '../../shared/social/social-outcome.ts';

const user = userEvent.setup();
const config = { ...testConfig, socialProviders: ['google' as const, 'playGames' as const] };
const authUri = 'https://accounts.example/auth?state=link.the-state';
const begin = 'POST /v1/accounts:createAuthUri';
const finish = 'POST /v1/accounts:signInWithIdp';
const update = 'POST /v1/accounts:update';

let server: AccountServer;

function createPopup() {
  const popup = { closed: false, opener: window, location: { href: '' }, close: vi.fn() };
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  return { popup, open };
}

beforeEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server = createAccountServer();
  server.answers[begin] = () => Response.json({ authUri, providerId: 'google.com' });
});

const button = (name: string) => screen.findByRole('button', { name }, deadline);
const press = async (name: string) => user.click(await button(name));
const report = (state: string, outcome: SocialOutcome) => act(() => reportOutcome(state, outcome));

describe('the ways to sign in on the profile', () => {
  it('offer to link enabled providers, and to change the password', async () => {
    await visit('/profile', server, config);
    await button('Link Google');
    expect(screen.getByText('Hidden')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change password' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /GitHub/ })).toBeNull();
  });

  it('provider for devices only: says why it cannot be linked', async () => {
    await visit('/profile', server, config);
    const link = await button('Link Play Games');
    expect(link.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/works only inside games on a device/i)).toBeTruthy();
    await user.click(link);
    expect(server.sent('/v1/accounts:createAuthUri')).toEqual([]);
  });

  it('account without a password: offers to set one and keeps its only provider', async () => {
    server.identity.signInMethods = ['google.com'];
    await visit('/profile', server, config);
    const unlink = await button('Unlink Google');
    expect(screen.getByText('No password yet')).toBeTruthy();
    expect(screen.queryByText('Hidden')).toBeNull();
    const set = screen.getByRole('link', { name: 'Set a password' });
    expect(set.getAttribute('href')).toBe('/change-password');
    expect(unlink.getAttribute('aria-disabled')).toBe('true');
    const reason = unlink.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(reason)?.textContent).toContain('only way to sign in');
  });

  it('linked provider that is disabled: shown, so that it can be unlinked', async () => {
    server.identity.signInMethods = ['password', 'github.com'];
    await visit('/profile', server, config);
    await button('Unlink GitHub');
  });

  it('changed in another browser: shown', async () => {
    await visit('/profile', server, config);
    await button('Link Google');
    server.identity.signInMethods = ['password', 'google.com'];
    await user.click(await screen.findByRole('link', { name: 'Edit name' }, deadline));
    await user.click(await screen.findByRole('link', { name: 'Back to profile' }, deadline));
    await button('Unlink Google');
  });
});

describe('linking a provider', () => {
  it('links to the signed-in account and shows the link', async () => {
    const { popup } = createPopup();
    await visit('/profile', server, config);
    await press('Link Google');
    await waitFor(() => expect(popup.location.href).toBe(authUri), deadline);
    expect(server.sent('/v1/accounts:createAuthUri')).toEqual([
      expect.objectContaining({ providerId: 'google.com', idToken: expect.any(String) }),
    ]);
    server.identity.signInMethods = ['password', 'google.com'];
    await report('link.the-state', { kind: 'linked', providerId: 'google.com' });
    await screen.findByText(/You can now sign in with Google. We sent a notice to ada@x.example/);
    await button('Unlink Google');
  });

  it('sign-in too old: asks for the password, and then opens the provider', async () => {
    const { popup, open } = createPopup();
    server.answers[begin] = () =>
      server.identity.count('signInWithPassword') === 0
        ? (refuse('auth/requires-recent-login')() as Response)
        : Response.json({ authUri, providerId: 'google.com' });
    await visit('/profile', server, config);
    await press('Link Google');
    const dialog = within(await screen.findByRole('dialog', {}, deadline));
    expect(popup.close).toHaveBeenCalled();
    await user.type(dialog.getByLabelText('Password'), 'secret');
    await press('Sign in and continue');
    await waitFor(() => expect(popup.location.href).toBe(authUri), deadline);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('failed: says why; canceled by the person: says so without alarm', async () => {
    const { popup } = createPopup();
    await visit('/profile', server, config);
    for (const [refusal, sentence] of [
      ['auth/identity-already-linked', /already belongs to another account/],
      ['auth/sign-in-cancelled', /was canceled/],
    ] as const) {
      popup.location.href = '';
      await press('Link Google');
      await waitFor(() => expect(popup.location.href).toBe(authUri), deadline);
      const failure = { code: 'already-exists', refusal, httpStatus: 400 } as const;
      await report('link.the-state', { kind: 'failed', message: 'x', failure });
      await screen.findByText(sentence);
      const isAlert = screen.queryByRole('alert') !== null;
      expect(isAlert).toBe(refusal === 'auth/identity-already-linked');
    }
  });
});

describe('the page that a linking leads back to', () => {
  const back = '/auth/callback?state=link.the-state&code=c';
  const linked = () =>
    Response.json({ providerId: 'google.com', localId: 'ada', idToken: 't', expiresIn: '3600' });

  it('links to the signed-in account, notifies the window that began, and closes', async () => {
    const heard: SocialOutcome[] = [];
    const stop = hearOutcome('link.the-state', (outcome) => heard.push(outcome));
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    server.answers[finish] = linked;
    const session = await visit(back, server, config);
    await screen.findByText('You can close this window now.', {}, deadline);
    stop();
    expect(heard).toEqual([{ kind: 'linked', providerId: 'google.com' }]);
    expect(close).toHaveBeenCalled();
    expect(server.sent('/v1/accounts:signInWithIdp')).toEqual([
      { idToken: expect.any(String), requestUri: `${location.origin}${back}` },
    ]);
    expect(await session.idToken()).toBe('t');
  });

  it('no other window listens: goes on to the profile', async () => {
    server.answers[finish] = linked;
    server.identity.signInMethods = ['password', 'google.com'];
    await visit(`${back}2`, server, config);
    await waitFor(() => expect(location.pathname).toBe('/profile'), deadline);
    await screen.findByText(/You can now sign in with Google/, {}, deadline);
  });

  it('linking failed: the profile says why', async () => {
    server.answers[finish] = refuse('auth/requires-recent-login');
    await visit(`${back}3`, server, config);
    await screen.findByText('Please sign in again before retry', {}, deadline);
    expect(location.pathname).toBe('/profile');
  });
});

describe('unlinking a provider', () => {
  beforeEach(() => {
    server.identity.signInMethods = ['password', 'google.com'];
  });

  it('asks first, says that a mail was sent, and offers to link again', async () => {
    server.answers[update] = () => {
      server.identity.signInMethods = ['password'];
      return Response.json({ localId: 'ada' });
    };
    await visit('/profile', server, config);
    await press('Unlink Google');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Unlink Google?')).toBeTruthy();
    expect(server.sent('/v1/accounts:update')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Unlink Google' }));
    await screen.findByText(/We sent ada@x.example a link that undoes this/);
    await button('Link Google');
    expect(server.sent('/v1/accounts:update')).toEqual([
      { idToken: expect.any(String), deleteProvider: ['google.com'] },
    ]);
  });

  it('question left: changes nothing', async () => {
    await visit('/profile', server, config);
    await press('Unlink Google');
    await screen.findByRole('alertdialog');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.sent('/v1/accounts:update')).toEqual([]);
  });
});

describe('the page for the password', () => {
  async function typePasswords() {
    await user.type(await screen.findByLabelText('New password', {}, deadline), 'secret-7');
    await user.type(screen.getByLabelText('Confirm new password'), 'secret-7');
  }

  it('lists the linked providers, all kept, and sends those that are unticked', async () => {
    server.identity.signInMethods = ['password', 'google.com', 'github.com'];
    await visit('/change-password', server, config);
    await typePasswords();
    const group = within(screen.getByRole('group', { name: 'Sign-ins you keep' }));
    const boxes = group.getAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]);
    await user.click(group.getByRole('checkbox', { name: 'GitHub' }));
    await press('Change password');
    await screen.findByText('Your password has been updated.');
    expect(server.sent('/v1/accounts:update')).toEqual([
      expect.objectContaining({ password: 'secret-7', deleteProvider: ['github.com'] }),
    ]);
  });

  it('account without a password: sets one, and the profile shows it', async () => {
    server.identity.signInMethods = ['google.com'];
    server.answers[update] = () => {
      server.identity.signInMethods = ['password', 'google.com'];
      return Response.json({ localId: 'ada' });
    };
    await visit('/change-password', server, config);
    expect(await screen.findByRole('heading', { name: 'Set a password' }, deadline)).toBeTruthy();
    await typePasswords();
    await press('Set password');
    await screen.findByText('Your password has been set.');
    await waitFor(() => expect(location.pathname).toBe('/profile'), deadline);
    expect(await screen.findByRole('link', { name: 'Change password' })).toBeTruthy();
  });
});

describe('a provider of games on devices on the sign-in page', () => {
  it('shows its button, which says why it does not work here and opens no window', async () => {
    const { open } = createPopup();
    server.identity.cookie = undefined;
    server.answers[begin] = refuse('auth/provider-on-devices-only');
    await visit('/signin', server, config);
    await press('Continue with Play Games');
    const alert = await screen.findByRole('alert', {}, deadline);
    expect(alert.textContent).toContain('signs people in on their devices only');
    expect(open).not.toHaveBeenCalled();
  });
});
