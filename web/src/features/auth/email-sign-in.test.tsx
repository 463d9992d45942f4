import type { PublicConfig } from '@hearth/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountServer,
  createAccountServer,
  refuse,
  signInMethods,
} from '../../../test/account-server.ts';
import { press, user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';
import { auth as en } from '../../shared/i18n/locales/en/action.ts';
import { auth as zh } from '../../shared/i18n/locales/zh/action.ts';

const config: PublicConfig = { ...testConfig, emailSignIn: true };
const send = 'POST /v1/accounts:sendOobCode';
const enter = 'POST /v1/accounts:signInWithEmailLink';
const email = 'ada@x.example';
const words = en.byMail;

let server: AccountServer;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server = createAccountServer();
  server.identity.cookie = undefined;
  server.answers['GET /v1/subscriptions'] = () => Response.json({ subscriptions: [] });
  server.answers[send] = () => Response.json({ email, hasCode: true });
  server.answers[enter] = () => {
    server.identity.cookie = 'ada';
    const tokens = { idToken: 't', expiresIn: '3600' };
    return Response.json({ localId: 'ada', email, isNewUser: false, ...tokens });
  };
});

const onDashboard = () => waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
const entered = () => server.sent('/v1/accounts:signInWithEmailLink');
const codeField = () => screen.findByLabelText(words.code, {}, deadline);
const alertText = async () => (await screen.findByRole('alert', {}, deadline)).textContent;

/** From the sign-in page to the page that says where the mail went. */
async function ask() {
  await visit('/signin', server, config);
  await user.type(await screen.findByLabelText('Email', {}, deadline), email);
  await user.click(screen.getByRole('link', { name: 'Email me a sign-in link' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Email', {}, deadline);
  await waitFor(() => expect(location.pathname).toBe('/signin/email'));
  expect(field.value).toBe(email);
  await press(words.submit);
}

describe('asking for a mail', () => {
  it('switched off: not offered, and its page leads to sign-in', async () => {
    await visit('/signin/email', server);
    await screen.findByRole('button', { name: 'Sign in' }, deadline);
    expect(location.pathname).toBe('/signin');
    expect(screen.queryByRole('link', { name: 'Email me a sign-in link' })).toBeNull();
  });

  it('keeps the typed address, says where the mail went, and takes its code', async () => {
    await ask();
    await user.type(await codeField(), '１２３ 456');
    const field = await codeField();
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    expect(document.querySelector('main')?.textContent).toContain(email);
    expect(server.sent('/v1/accounts:sendOobCode')).toEqual([
      { requestType: 'EMAIL_SIGNIN', email },
    ]);
    expect(server.isCookieCall('sendOobCode')).toBe(true);
    await press(words.enter);
    await onDashboard();
    expect(entered()).toEqual([{ email, code: '１２３ 456' }]);
    expect(server.isCookieCall('signInWithEmailLink')).toBe(true);
  });

  it('pasted code: taken', async () => {
    await ask();
    await user.click(await codeField());
    await user.paste('123456');
    await user.keyboard('{Enter}');
    await onDashboard();
  });

  it('no code in the mail: says that the link is', async () => {
    server.answers[send] = () => Response.json({ email, hasCode: false });
    await ask();
    await screen.findByText(/A link sent within the last hour still works/, {}, deadline);
    expect(screen.queryByLabelText(words.code)).toBeNull();
    await user.click(screen.getByRole('link', { name: words.again }));
    const field = await screen.findByLabelText<HTMLInputElement>('Email', {}, deadline);
    expect(field.value).toBe(email);
  });

  it('too many mails: says that an earlier link still works', async () => {
    server.answers[send] = refuse('auth/too-many-requests');
    await ask();
    expect(await alertText()).toContain(en.linkStillWorks);
  });

  it('wrong code: says so, and selects it', async () => {
    await ask();
    server.answers[enter] = refuse('auth/invalid-verification-code');
    await user.type(await codeField(), '111111');
    await press(words.enter);
    expect(await alertText()).toContain(words.codeWrong);
    await user.keyboard('222222');
    expect(((await codeField()) as HTMLInputElement).value).toBe('222222');
  });

  it('code missing: says so, and sends nothing', async () => {
    await ask();
    await codeField();
    await press(words.enter);
    await screen.findByText(words.codeMissing, {}, deadline);
    expect(entered()).toEqual([]);
  });

  it('address not admitted: says who invites', async () => {
    server.answers[send] = refuse('auth/admin-restricted-operation');
    await ask();
    expect(await alertText()).toContain('Accounts here are for addresses of certain organizations');
  });

  it('second factor: asked for in the place of the code', async () => {
    server.answers[enter] = () =>
      Response.json({
        localId: 'ada',
        email,
        isNewUser: false,
        mfaPendingCredential: 'pending',
        mfaInfo: [{ mfaEnrollmentId: 'f', enrolledAt: '2026-11-21T10:00:00.000Z', totpInfo: {} }],
      });
    server.answers['POST /v2/accounts/mfaSignIn:finalize'] = () => {
      server.identity.cookie = 'ada';
      return Response.json({ idToken: 't', expiresIn: '3600' });
    };
    await ask();
    await user.type(await codeField(), '123456');
    await press(words.enter);
    await screen.findByRole('heading', { name: en.secondFactor.title }, deadline);
    await user.keyboard('654321{Enter}');
    await onDashboard();
  });

  it('second factor not shown: back to sign-in, since the mail is used up', async () => {
    server.answers[enter] = () =>
      Response.json({ localId: 'ada', email, mfaPendingCredential: 'pending', mfaInfo: [] });
    await ask();
    await user.type(await codeField(), '123456');
    await press(words.enter);
    await press(en.secondFactor.back);
    await waitFor(() => expect(location.pathname).toBe('/signin'), deadline);
  });
});

describe('the page behind the link', () => {
  const link = '/signin/email?mode=signIn&oobCode=the-code&apiKey=k&lang=en';

  it.each([
    ['en', words],
    ['zh', zh.byMail],
  ] as const)(
    'opened in %s: nothing happens until the press, which signs in',
    async (lang, said) => {
      await visit(link.replace('lang=en', `lang=${lang}`), server, config);
      await screen.findByRole('button', { name: said.enter }, deadline);
      expect(entered()).toEqual([]);
      await press(said.enter);
      await onDashboard();
      expect(entered()).toEqual([{ oobCode: 'the-code' }]);
    },
  );

  it('another browser: asks for the address, and names none', async () => {
    server.answers[enter] = refuse('auth/missing-email');
    await visit(link, server, config);
    await press(words.enter);
    const field = await screen.findByLabelText<HTMLInputElement>('Email', {}, deadline);
    expect(field.value).toBe('');
    server.answers[enter] = refuse('auth/invalid-email');
    await user.type(field, 'eve@x.example');
    await press(words.enter);
    expect(await alertText()).toContain(words.otherAddress);
    expect(entered().at(-1)).toEqual({ email: 'eve@x.example', oobCode: 'the-code' });
  });

  it('used or expired: leads to another mail', async () => {
    server.answers[enter] = refuse('auth/expired-action-code');
    await visit(link, server, config);
    await press(words.enter);
    expect(await alertText()).toContain('This link has expired.');
    await user.click(screen.getByRole('link', { name: words.expired }));
    await screen.findByRole('button', { name: words.submit }, deadline);
  });
});

it('the profile: says when a link or code was used last', async () => {
  server.identity.cookie = 'ada';
  const last_use = {
    at: '2026-11-21T10:00:00.000Z',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  };
  server.answers['GET /v1/sign-in-methods'] = () =>
    Response.json({ ...signInMethods, email_link: { last_use } });
  await visit('/profile', server, config);
  const name = await screen.findByText('Link by email', {}, deadline);
  await waitFor(() => expect(name.parentElement?.textContent).toContain('Firefox'), deadline);
  expect(name.parentElement?.textContent).toContain(email);
});

describe('an account without a password', () => {
  const change = 'POST /v1/accounts:delete';

  beforeEach(() => {
    server.identity.cookie = 'ada';
    server.identity.signInMethods = ['emailLink'];
  });

  async function askAgain() {
    await visit('/delete-account', server, config);
    await user.type(await screen.findByRole('textbox', {}, deadline), 'ada');
    await press('Delete my account');
  }

  it('whose address is not verified: not by mail, since that would take the account over', async () => {
    server.answers[change] = refuse('auth/requires-recent-login');
    // Loads the part that must not appear, so that its absence below is not its lateness.
    await askAgain();
    await screen.findByRole('button', { name: words.sendCode }, deadline);
    cleanup();
    server.identity.emailVerified = false;
    await askAgain();
    await screen.findByRole('dialog', {}, deadline);
    expect(screen.queryByRole('button', { name: words.sendCode })).toBeNull();
  });

  it('whose mail has no code: says that its link signs in again, too', async () => {
    server.answers[change] = refuse('auth/requires-recent-login');
    server.answers[send] = () => Response.json({ email, hasCode: false });
    await askAgain();
    await press(words.sendCode);
    await screen.findByText(words.linkInstead, {}, deadline);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that has to sign in again: by a code of a mail', async () => {
    let isRecent = false;
    server.answers[change] = () =>
      isRecent
        ? Response.json({ kind: 'x' })
        : (refuse('auth/requires-recent-login')() as Response);
    const answer = server.answers[enter];
    server.answers[enter] = () => {
      isRecent = true;
      return answer?.() ?? Response.error();
    };
    await askAgain();
    await press(words.sendCode);
    await user.type(await codeField(), '123456');
    await press('Sign in and continue');
    await waitFor(() => expect(entered()).toEqual([{ email, code: '123456' }]), deadline);
    await waitFor(() => expect(server.sent('/v1/accounts:delete')).toHaveLength(2), deadline);
  });
});
