import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccountServer, createAccountServer, refuse } from '../../../test/account-server.ts';
import { press, user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';
import { en } from '../../shared/i18n/locales/en/index.ts';
import { zh } from '../../shared/i18n/locales/zh/index.ts';
import { hearOutcome, reportOutcome } from '../../shared/social/social-channel.ts';
import type { SocialOutcome } from '../../shared/social/social-outcome.ts';

const config = { ...testConfig, socialProviders: ['google' as const, 'github' as const] };
const authUri = 'https://accounts.example/auth?state=the-state';
const begin = 'POST /v1/accounts:createAuthUri';
const finish = 'POST /v1/accounts:signInWithIdp';
const kind = 'identitytoolkit#VerifyAssertionResponse';

let server: AccountServer;
let stopHearing: (() => void) | undefined;

function createPopup() {
  const popup = { closed: false, opener: window, location: { href: '' }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  return popup;
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server = createAccountServer();
  server.identity.cookie = undefined;
  server.answers['GET /v1/subscriptions'] = () => Response.json({ subscriptions: [] });
  server.answers[begin] = () => Response.json({ authUri, providerId: 'google.com' });
});
afterEach(() => stopHearing?.());

const onDashboard = () => waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);

/** The provider confirmed Ada, and the browser has the cookie of her session. */
function answerSignedIn() {
  server.identity.cookie = 'ada';
  return Response.json({ kind, providerId: 'google.com', localId: 'ada', idToken: 't' });
}

describe('sign-in with a provider', () => {
  it('shows a button for each provider that is offered, and none otherwise', async () => {
    await visit('/signin', server, config);
    await screen.findByRole('button', { name: 'Continue with Google' }, deadline);
    expect(screen.getByRole('button', { name: 'Continue with GitHub' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Apple/ })).toBeNull();
  });

  it('no provider offered: shows no button', async () => {
    await visit('/signin', server);
    await screen.findByRole('button', { name: 'Sign in' }, deadline);
    expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull();
  });

  it('speaks Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await visit('/signup', server, config);
    const name = zh.auth.social.continueWith.replace('{{provider}}', 'Google');
    await screen.findByRole('button', { name }, deadline);
  });

  it('opens a window on click and goes on when that window reports', async () => {
    const popup = createPopup();
    await visit('/signin', server, config);
    await press('Continue with Google');
    await waitFor(() => expect(popup.location.href).toBe(authUri), deadline);
    expect(popup.opener).toBeNull();
    expect(server.sent('/v1/accounts:createAuthUri')).toEqual([
      { providerId: 'google.com', continueUri: `${location.origin}/auth/callback` },
    ]);

    expect(await reportOutcome('another-state', { kind: 'signed-in', entry: 'sign-in' })).toBe(
      false,
    );
    server.identity.cookie = 'ada';
    const report = reportOutcome('the-state', { kind: 'signed-in', entry: 'sign-in' });
    expect(await act(() => report)).toBe(true);
    await onDashboard();
    expect(popup.close).toHaveBeenCalled();
  });

  it('popup blocked: goes to the provider in the same window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    await visit('/signin', server, config);
    await press('Continue with Google');
    await waitFor(() => expect(assign).toHaveBeenCalledWith(authUri), deadline);
  });

  it('start refused: says why and closes the empty window', async () => {
    const popup = createPopup();
    server.answers[begin] = refuse('auth/provider-unavailable');
    await visit('/signin', server, config);
    await press('Continue with Google');
    const alert = await screen.findByRole('alert', {}, deadline);
    expect(alert.textContent).toContain('cannot be reached right now');
    expect(popup.close).toHaveBeenCalled();
  });

  it('window closed: stops waiting', async () => {
    const popup = createPopup();
    await visit('/signin', server, config);
    await press('Continue with Google');
    const button = screen.getByRole('button', { name: 'Continue with Google' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    popup.closed = true;
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull(), deadline);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the page that providers lead back to', () => {
  const back = '/auth/callback?state=the-state&code=the-code';

  it('ends the sign-in once, takes the code out of the address and goes on', async () => {
    sessionStorage.setItem('hearth.kept-location', '/profile');
    server.answers[finish] = answerSignedIn;
    await visit(back, server, config);
    await waitFor(() => expect(location.pathname).toBe('/profile'), deadline);
    expect(server.sent('/v1/accounts:signInWithIdp')).toEqual([
      { requestUri: `${location.origin}${back}` },
    ]);
    expect(location.href).not.toContain('the-code');
  });

  it('notifies the window that began, and closes', async () => {
    const heard: SocialOutcome[] = [];
    stopHearing = hearOutcome('heard-state', (outcome) => heard.push(outcome));
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    server.answers[finish] = answerSignedIn;
    await visit('/auth/callback?state=heard-state&code=c', server, config);
    await screen.findByText('You can close this window now.', {}, deadline);
    expect(heard).toEqual([{ kind: 'signed-in', entry: 'sign-in' }]);
    expect(close).toHaveBeenCalled();
    expect(location.pathname).toBe('/auth/callback');
  });

  it('canceled by the person: says so without alarm', async () => {
    server.answers[finish] = refuse('auth/sign-in-cancelled');
    await visit('/auth/callback?state=cancelled&error=access_denied', server, config);
    await screen.findByText('The sign-in was canceled.', {}, deadline);
    expect(location.pathname).toBe('/signin');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('no sign-in under way: says so', async () => {
    await visit('/auth/callback', server, config);
    await screen.findByText(/This sign-in is no longer valid/, {}, deadline);
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
    expect(server.sent('/v1/accounts:signInWithIdp')).toEqual([]);
  });

  it('address already in use: asks for the existing sign-in first, and then adds the new one', async () => {
    const pending = {
      kind,
      providerId: 'github.com',
      needConfirmation: true,
      email: 'ada@x.example',
      verifiedProvider: ['password'],
      pendingToken: 'pending',
    };
    server.answers[finish] = () => Response.json(pending);
    await visit('/auth/callback?state=confirm&code=c', server, config);
    await screen.findByText(/Sign in as ada@x.example with your password/, {}, deadline);

    server.answers[finish] = answerSignedIn;
    await user.type(screen.getByLabelText('Email'), 'ada@x.example');
    await user.type(screen.getByLabelText('Password'), 'secret1');
    await press('Sign in');
    await screen.findByText('GitHub is now linked to your account.', {}, deadline);
    expect(server.sent('/v1/accounts:signInWithIdp')[1]).toEqual({
      idToken: expect.any(String),
      pendingToken: 'pending',
    });
  });

  it('provider without an address: asks for one', async () => {
    const pending = { kind, providerId: 'github.com', needEmail: true, pendingToken: 'pending' };
    server.answers[finish] = () => Response.json(pending);
    await visit('/auth/callback?state=email&code=c', server, config);
    await user.type(
      await screen.findByLabelText('Your email address', {}, deadline),
      'a@x.example',
    );
    await press('Send link');
    await screen.findByText(/We sent a link to a@x.example/, {}, deadline);
    expect(server.sent('/v1/accounts:signInWithIdp')[1]).toEqual({
      pendingToken: 'pending',
      email: 'a@x.example',
    });
  });
});

describe('signing in again', () => {
  const remove = 'POST /v1/accounts:delete';

  async function deleteAccount() {
    server.identity.cookie = 'ada';
    server.identity.signInMethods = ['google.com'];
    server.answers[remove] = refuse('auth/requires-recent-login');
    await visit('/delete-account', server, config);
    const field = await screen.findByLabelText(en.account.deleteAccount.confirmation, {}, deadline);
    await user.type(field, 'ada');
    await press(en.account.deleteAccount.submit);
    await screen.findByRole('dialog', {}, deadline);
  }

  it('account without a password: by its linked provider', async () => {
    const popup = createPopup();
    await deleteAccount();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Continue with GitHub' })).toBeNull();
    await press('Continue with Google');
    await waitFor(() => expect(popup.location.href).toBe(authUri), deadline);

    server.answers[remove] = () => Response.json({ kind: 'x' });
    await act(() => reportOutcome('the-state', { kind: 'signed-in', entry: 'sign-in' }));
    await screen.findByText(en.account.success.accountDeleted, {}, deadline);
    expect(server.sent('/v1/accounts:delete')).toHaveLength(2);
  });

  it('failed: says why and offers another try', async () => {
    createPopup();
    server.answers[begin] = refuse('auth/provider-unavailable');
    await deleteAccount();
    await press('Continue with Google');
    await screen.findByText(/cannot be reached right now/, {}, deadline);
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy();
  });
});

describe('the sandbox that stands in for Google', () => {
  const page = '/dev/identity-provider?state=s&nonce=n';
  const local = { ...config, localMode: true };

  function answerOf(assign: { mock: { calls: unknown[][] } }) {
    const url = new URL(String(assign.mock.calls[0]?.[0]), location.origin);
    return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
  }

  it('leads back with the given name and address', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    await visit(page, server, local);
    await screen.findByText('Sandbox', {}, deadline);
    await user.type(screen.getByLabelText('Email'), 'ada@x.example');
    await user.type(screen.getByLabelText('Full name (optional)'), '艾达');
    await press('Continue');
    const { path, state, code = '' } = answerOf(assign) as Record<string, string>;
    expect({ path, state }).toEqual({ path: '/auth/callback', state: 's' });
    const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({
      email: 'ada@x.example',
      email_verified: true,
      hd: 'x.example',
      name: '艾达',
      nonce: 'n',
    });
  });

  it('canceled: leads back without an account', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    await visit(page, server, local);
    await press('Cancel');
    expect(answerOf(assign)).toEqual({
      path: '/auth/callback',
      state: 's',
      error: 'access_denied',
    });
  });

  it('production: does not exist', async () => {
    await visit(page, server, { ...config, localMode: false });
    await screen.findByText('Page not found', {}, deadline);
  });
});
