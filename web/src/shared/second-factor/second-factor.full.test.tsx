import { sessionHeader } from '@hearth/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccountServer, createAccountServer, refuse } from '../../../test/account-server.ts';
import { press, user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';
import { hearOutcome } from '../social/social-channel.ts';
import type { SocialOutcome } from '../social/social-outcome.ts';

let server: AccountServer;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server = createAccountServer();
  server.identity.cookie = undefined;
  server.identity.factors = ['Phone'];
  server.answers['GET /v1/subscriptions'] = () => Response.json({ subscriptions: [] });
});

const codeField = () => screen.findByLabelText('6-digit code', {}, { timeout: 6000 });
const onDashboard = () => waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);

/** Bodies of the calls that showed a code. */
const shown = () =>
  server.identity.fetch.mock.calls
    .filter(([url]) => String(url).includes('mfaSignIn:finalize'))
    .map(([, init]) => JSON.parse(String(init?.body)) as Record<string, unknown>);

async function givePassword() {
  await visit('/signin', server);
  await user.type(await screen.findByLabelText('Email', {}, deadline), 'ada@x.example');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await press('Sign in');
  return await codeField();
}

describe('the second step on the sign-in page', () => {
  it('asks for the code, with the focus in its field, and goes on', async () => {
    const field = await givePassword();
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    expect(field.getAttribute('inputmode')).toBe('numeric');
    expect(screen.getByRole('heading', { name: 'Two-step verification' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();

    await user.paste('１２３ 456');
    await user.keyboard('{Enter}');
    await onDashboard();
    const [, init] =
      server.identity.fetch.mock.calls.find(([url]) => /mfaSignIn/.test(String(url))) ?? [];
    expect(new Headers(init?.headers).get(sessionHeader)).toBe('cookie');
    expect(shown()).toEqual([
      {
        mfaPendingCredential: 'pending',
        mfaEnrollmentId: 'factor-0',
        totpVerificationInfo: { verificationCode: '１２３ 456' },
      },
    ]);
  });

  it('keeps the pending credential out of every storage and out of the history', async () => {
    await givePassword();
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]);
    expect(kept).not.toContain('pending');
  });

  it('no code typed: says so and asks nobody', async () => {
    await givePassword();
    await press('Verify');
    expect(screen.getByText('Enter the code from your authenticator app.')).toBeTruthy();
    expect(shown()).toEqual([]);
  });

  it.each([
    ['auth/invalid-verification-code', /^The code is wrong, too old or already used/],
    ['auth/verification-code-of-other-time', /Turn on automatic date and time/],
    ['auth/too-many-requests', /Too many attempts/],
  ])('code refused with %s: says what helps, and takes another one', async (refusal, sentence) => {
    server.identity.codeRefusal = refusal;
    await user.type(await givePassword(), '123456');
    await press('Verify');
    expect((await screen.findByRole('alert', {}, deadline)).textContent).toMatch(sentence);
    server.identity.codeRefusal = undefined;
    await user.keyboard('654321{Enter}');
    await onDashboard();
    expect(shown()[1]?.totpVerificationInfo).toEqual({ verificationCode: '654321' });
  });

  it('took too long: leads back to the first step, which keeps what was typed', async () => {
    server.identity.codeRefusal = 'auth/invalid-mfa-pending-credential';
    await user.type(await givePassword(), '123456');
    await press('Verify');
    await screen.findByText(/It took too long, or too many codes were wrong/, {}, deadline);
    expect(screen.queryByLabelText('6-digit code')).toBeNull();
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('ada@x.example');
  });

  it('turned back: shows the first step without a failure', async () => {
    await givePassword();
    await press('Back');
    await screen.findByRole('heading', { name: 'Welcome back' }, deadline);
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() =>
      expect(
        document.activeElement?.closest('form')?.contains(screen.getByLabelText('Email')),
      ).toBe(true),
    );
  });

  it('several apps: sends the one that was chosen', async () => {
    server.identity.factors = ['Phone', ''];
    await user.type(await givePassword(), '123456');
    const choice = within(screen.getByRole('group', { name: 'Authenticator app' }));
    await user.click(choice.getByRole('radio', { name: 'Added Nov 21, 2026' }));
    await press('Verify');
    await onDashboard();
    expect(shown()[0]?.mfaEnrollmentId).toBe('factor-1');
  });
});

describe('a recovery code', () => {
  async function giveRecoveryCode(left: number) {
    server.identity.recoveryCodesLeft = left;
    await givePassword();
    await press('Use a recovery code');
    const field = screen.getByLabelText('Recovery code');
    expect(document.activeElement).toBe(field);
    await user.type(field, 'ABCD-EFGH-IJKL-MNOP');
    await press('Verify');
  }

  it('stands in for the code, without naming an app', async () => {
    await giveRecoveryCode(3);
    await onDashboard();
    expect(shown()).toEqual([
      {
        mfaPendingCredential: 'pending',
        totpVerificationInfo: { verificationCode: 'ABCD-EFGH-IJKL-MNOP' },
      },
    ]);
  });

  it('fewer than three left: says so before going on', async () => {
    await giveRecoveryCode(2);
    await screen.findByText('You have 2 recovery codes left', {}, deadline);
    expect(location.pathname).toBe('/signin');
    const goOn = screen.getByRole('button', { name: 'Continue' });
    expect(document.activeElement).toBe(goOn);
    await user.click(goOn);
    await onDashboard();
  });

  it('wrong: says so in its own words', async () => {
    server.identity.codeRefusal = 'auth/invalid-verification-code';
    await giveRecoveryCode(9);
    await screen.findByText('This recovery code is wrong or already used.', {}, deadline);
    await press('Use the authenticator app');
    expect(screen.queryByRole('alert')).toBeNull();
    await codeField();
  });
});

describe('the second step after a provider', () => {
  const finish = 'POST /v2/accounts/mfaSignIn:finalize';
  const config = { ...testConfig, socialProviders: ['google' as const] };

  beforeEach(() => {
    server.answers['POST /v1/accounts:signInWithIdp'] = () =>
      Response.json({
        providerId: 'google.com',
        localId: 'ada',
        email: 'ada@x.example',
        isNewUser: false,
        emailVerified: true,
        mfaPendingCredential: 'pending',
        mfaInfo: [
          { mfaEnrollmentId: 'factor-0', enrolledAt: '2026-11-21T10:00:00.000Z', totpInfo: {} },
        ],
      });
    server.answers[finish] = () => {
      server.identity.cookie = 'ada';
      return Response.json({ idToken: 't', expiresIn: '3600' });
    };
  });

  it('happens on the page that the provider leads back to', async () => {
    await visit('/auth/callback?state=mfa&code=c', server, config);
    await user.type(await codeField(), '123456');
    await press('Verify');
    await onDashboard();
    expect(server.isCookieCall('mfaSignIn:finalize')).toBe(true);
    expect(server.sent('/v2/accounts/mfaSignIn:finalize')).toEqual([
      {
        mfaPendingCredential: 'pending',
        mfaEnrollmentId: 'factor-0',
        totpVerificationInfo: { verificationCode: '123456' },
      },
    ]);
  });

  it('in a popup: the window that began hears of it only after the code', async () => {
    const heard: SocialOutcome[] = [];
    const stop = hearOutcome('mfa-popup', (outcome) => heard.push(outcome));
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    await visit('/auth/callback?state=mfa-popup&code=c', server, config);
    await user.type(await codeField(), '123456');
    expect(heard).toEqual([]);
    await press('Verify');
    await screen.findByText('You can close this window now.', {}, deadline);
    stop();
    expect(heard).toEqual([{ kind: 'signed-in', entry: 'sign-in' }]);
    expect(close).toHaveBeenCalled();
  });

  it.each([
    ['took too long', /It took too long/],
    ['turned back', /The sign-in was canceled/],
  ])('%s: the sign-in page says so', async (how, sentence) => {
    server.answers[finish] = refuse('auth/invalid-mfa-pending-credential');
    await visit(`/auth/callback?state=${how}&code=c`, server, config);
    await user.type(await codeField(), '123456');
    await press(how === 'turned back' ? 'Back' : 'Verify');
    await screen.findByText(sentence, {}, deadline);
    expect(location.pathname).toBe('/signin');
  });
});

describe('the second step of a new sign-in', () => {
  const end = 'POST /v1/accounts:delete';

  it('follows the password in the dialog, and the action is repeated', async () => {
    server.identity.cookie = 'ada';
    server.answers[end] = refuse('auth/requires-recent-login');
    await visit('/delete-account', server);
    await user.type(await screen.findByLabelText(/to confirm/, {}, deadline), 'ada');
    await press('Delete my account');
    const dialog = within(await screen.findByRole('dialog', {}, deadline));
    await user.type(dialog.getByLabelText('Password'), 'secret1');
    await press('Sign in and continue');
    await user.type(await codeField(), '123456');
    expect(dialog.getByRole('heading', { name: 'Two-step verification' })).toBeTruthy();
    server.answers[end] = () => Response.json({ kind: 'x' });
    await act(() => press('Verify'));
    await screen.findByText('Your account has been deleted. Goodbye!', {}, deadline);
  });
});
