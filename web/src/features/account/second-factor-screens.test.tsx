import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AccountServer,
  createAccountServer,
  refuse,
  signInMethods,
} from '../../../test/account-server.ts';
import { expectCopied, press, user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';
import { toKeyAddress } from './authenticator-key.tsx';

const start = 'POST /v2/accounts/mfaEnrollment:start';
const finalize = 'POST /v2/accounts/mfaEnrollment:finalize';
const withdraw = 'POST /v2/accounts/mfaEnrollment:withdraw';
const list = 'GET /v1/sign-in-methods';
const renew = 'POST /v1/recovery-codes';
const sharedSecretKey = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const tokens = { idToken: 'new-token', expiresIn: '3600' };
const codes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-DD${index}2`);

const phone = {
  id: 'phone',
  display_name: 'Work phone',
  enrolled_at: '2026-11-22T10:00:00.000Z',
  last_used_at: '2026-11-23T10:00:00.000Z',
};
const unnamed = { ...phone, id: 'other', display_name: '', last_used_at: null };

let server: AccountServer;

const answerMethods = (methods: Partial<Record<keyof typeof signInMethods, unknown>>) => {
  server.answers[list] = () => Response.json({ ...signInMethods, ...methods });
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server = createAccountServer();
  server.answers[start] = () =>
    Response.json({ totpSessionInfo: { sharedSecretKey, sessionInfo: 'the-session' } });
  server.answers[finalize] = () => Response.json({ ...tokens, recoveryCodes: codes });
  server.answers[withdraw] = () => Response.json(tokens);
  server.answers[renew] = () => Response.json({ codes });
});

const rowOf = async (name: string) =>
  within((await screen.findByText(name, {}, deadline)).parentElement as HTMLElement);

async function factorsRow() {
  await screen.findByRole('link', { name: /^Add an/ }, deadline);
  return await rowOf('Two-step verification');
}

describe('how you sign in, on the profile', () => {
  it('says when each way was set up and last used', async () => {
    server.identity.signInMethods = ['password', 'google.com'];
    const last_use = {
      at: '2026-11-24T10:00:00.000Z',
      user_agent: 'Firefox/145.0 (Windows NT 10.0)',
    };
    answerMethods({
      password: { changed_at: '2026-11-21T10:00:00.000Z', last_use },
      providers: [
        {
          provider: 'google.com',
          email: null,
          linked_at: '2026-11-20T10:00:00.000Z',
          last_use: null,
        },
      ],
    });
    await visit('/profile', server, { ...testConfig, socialProviders: ['google'] });
    const password = await rowOf('Password');
    await password.findByText('Set Nov 21, 2026', {}, deadline);
    expect(password.getByText(/^Last used Nov 24, 2026, .*, Firefox on Windows$/)).toBeTruthy();
    expect((await rowOf('Google')).getByText('Linked Nov 20, 2026')).toBeTruthy();
  });

  it('no app: says that two-step verification is off, and offers to add one', async () => {
    await visit('/profile', server);
    const row = await factorsRow();
    expect(row.getByText(/^Off\./)).toBeTruthy();
    const link = row.getByRole('link', { name: 'Add an authenticator app' });
    expect(link.getAttribute('href')).toBe('/add-authenticator');
    expect(screen.queryByText('Recovery codes')).toBeNull();
  });

  it('address not verified: says that it comes first', async () => {
    server.identity.emailVerified = false;
    await visit('/profile', server);
    const row = await factorsRow();
    expect(row.getByText(/^Verify your email address before/)).toBeTruthy();
  });

  it('not offered: adds nothing, and keeps what is there', async () => {
    answerMethods({ second_factor_offered: false });
    await visit('/profile', server);
    await screen.findByText('Set Nov 21, 2026', {}, deadline);
    expect(screen.queryByText('Two-step verification')).toBeNull();
  });

  it('not offered any more: an app can be removed, and none be added', async () => {
    answerMethods({ second_factor_offered: false, second_factors: [phone] });
    await visit('/profile', server);
    await screen.findByRole('button', { name: 'Remove Work phone' }, deadline);
    expect(screen.queryByRole('link', { name: /Add/ })).toBeNull();
  });

  it('lists the apps, and warns of fewer than three recovery codes', async () => {
    answerMethods({ second_factors: [phone, unnamed], recovery_codes_left: 2 });
    await visit('/profile', server);
    const row = await factorsRow();
    expect(row.getByText('Work phone')).toBeTruthy();
    expect(row.getByText(/^Last used Nov 23, 2026/)).toBeTruthy();
    expect(row.getByText('Authenticator app')).toBeTruthy();
    expect(row.getByRole('button', { name: 'Remove App added Nov 22, 2026' })).toBeTruthy();
    expect(row.getByText('Not used to sign in yet')).toBeTruthy();
    const left = await rowOf('Recovery codes');
    expect(left.getByText('2 left')).toBeTruthy();
    expect(left.getByText(/^Make new ones/)).toBeTruthy();
  });

  it('three recovery codes left: no warning', async () => {
    answerMethods({ second_factors: [phone], recovery_codes_left: 3 });
    await visit('/profile', server);
    const left = await rowOf('Recovery codes');
    expect(left.getByText('3 left')).toBeTruthy();
    expect(left.queryByText(/^Make new ones/)).toBeNull();
  });

  it('cannot be read: says so in its place, and tries again', async () => {
    server.answers[list] = refuse('server/busy');
    await visit('/profile', server);
    await screen.findByText(/^The server is busy/, {}, deadline);
    expect(screen.getByRole('link', { name: 'Change password' })).toBeTruthy();
    answerMethods({});
    await press('Try again');
    await screen.findByText('Two-step verification', {}, deadline);
  });
});

describe('removing an app', () => {
  it('asks first, goes on with the new tokens, and lists the rest', async () => {
    answerMethods({ second_factors: [phone, unnamed], recovery_codes_left: 9 });
    const session = await visit('/profile', server);
    await press('Remove Work phone');
    const dialog = within(await screen.findByRole('alertdialog', {}, deadline));
    expect(dialog.getByText(/^Its codes no longer work/)).toBeTruthy();
    answerMethods({ second_factors: [unnamed], recovery_codes_left: 9 });
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Work phone')).toBeNull(), deadline);
    expect(server.sent('/v2/accounts/mfaEnrollment:withdraw')).toEqual([
      { idToken: expect.any(String), mfaEnrollmentId: 'phone' },
    ]);
    expect(await session.idToken()).toBe('new-token');
    expect(server.isCookieCall('mfaEnrollment:withdraw')).toBe(true);
    expect(screen.getByText('Work phone was removed.')).toBeTruthy();
  });

  it('the last one: says that two-step verification is off then', async () => {
    answerMethods({ second_factors: [phone], recovery_codes_left: 9 });
    await visit('/profile', server);
    await press('Remove Work phone');
    expect(
      await screen.findByText(/^This turns two-step verification off/, {}, deadline),
    ).toBeTruthy();
  });
});

describe('adding an app', () => {
  async function fillIn() {
    const field = await screen.findByLabelText('6-digit code', {}, deadline);
    await user.type(screen.getByLabelText('Name of the device (optional)'), 'Work phone');
    await user.type(field, '123456');
  }

  it('shows the key as a picture and in groups of four, and takes its code', async () => {
    const session = await visit('/add-authenticator', server);
    await fillIn();
    expect(screen.getByRole('img', { name: /^QR code/ }).tagName.toLowerCase()).toBe('svg');
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await press('Copy the key');
    await expectCopied(sharedSecretKey);

    await press('Add app');
    await screen.findByText(codes[9] ?? '', {}, deadline);
    expect(server.sent('/v2/accounts/mfaEnrollment:start')).toHaveLength(1);
    expect(server.sent('/v2/accounts/mfaEnrollment:finalize')).toEqual([
      {
        idToken: expect.any(String),
        displayName: 'Work phone',
        totpVerificationInfo: { sessionInfo: 'the-session', verificationCode: '123456' },
      },
    ]);
    expect(server.isCookieCall('mfaEnrollment:finalize')).toBe(true);
    expect(await session.idToken()).toBe('new-token');
  });

  it('gives the recovery codes to copy and to download, and goes on when they are kept', async () => {
    const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    let name = '';
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      name = this.download;
    });
    await visit('/add-authenticator', server);
    await fillIn();
    await press('Add app');
    const shown = await screen.findByRole('list', { name: 'Your recovery codes' }, deadline);
    expect(document.activeElement).toBe(shown);
    await press('Copy');
    await expectCopied(codes.join('\n'));
    await press('Download');
    const file = make.mock.calls[0]?.[0] as Blob;
    expect(file.type).toBe('text/plain;charset=utf-8');
    expect(await file.text()).toContain(`ada@x.example. Each works once.\n\n${codes.join('\n')}\n`);
    expect(name).toBe(`${testConfig.productName}-recovery-codes.txt`);
    await press('I have kept them');
    await waitFor(() => expect(location.pathname).toBe('/profile'), deadline);
  });

  it('a further app: has no recovery codes and leads back to the profile', async () => {
    server.answers[finalize] = () => Response.json(tokens);
    await visit('/add-authenticator', server);
    await fillIn();
    await press('Add app');
    await screen.findByText(/^The authenticator app was added/, {}, deadline);
    expect(location.pathname).toBe('/profile');
  });

  it.each([
    ['auth/invalid-verification-code', /^The code is wrong/],
    ['auth/verification-code-of-other-time', /Turn on automatic date and time/],
  ])('code refused with %s: says why and keeps what was typed', async (refusal, sentence) => {
    server.answers[finalize] = refuse(refusal);
    await visit('/add-authenticator', server);
    await fillIn();
    await press('Add app');
    await screen.findByText(sentence, {}, deadline);
    expect((screen.getByLabelText('6-digit code') as HTMLInputElement).value).toBe('123456');
  });

  it('took too long: begins again with a new key', async () => {
    server.answers[finalize] = refuse('auth/enrollment-expired');
    await visit('/add-authenticator', server);
    await fillIn();
    await press('Add app');
    await screen.findByText('This key has expired. Please start again.', {}, deadline);
    const totpSessionInfo = { sharedSecretKey: 'ABCDEFGH', sessionInfo: 'another' };
    server.answers[start] = () => Response.json({ totpSessionInfo });
    await press('Start again');
    await screen.findByText('ABCD EFGH', {}, deadline);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sign-in too old: asks for the password first', async () => {
    const begun = server.answers[start];
    server.answers[start] = () =>
      server.identity.count('signInWithPassword') === 0
        ? (refuse('auth/requires-recent-login')() as Response)
        : (begun?.() as Response);
    await visit('/add-authenticator', server);
    const dialog = within(await screen.findByRole('dialog', {}, deadline));
    await user.type(dialog.getByLabelText('Password'), 'secret');
    await press('Sign in and continue');
    await screen.findByLabelText('6-digit code', {}, deadline);
  });

  it('sign-in refused by the person: says so, and offers another try', async () => {
    server.answers[start] = refuse('auth/requires-recent-login');
    await visit('/add-authenticator', server);
    await screen.findByRole('dialog', {}, deadline);
    await user.keyboard('{Escape}');
    await screen.findByText('Please sign in again before retry', {}, deadline);
    await press('Start again');
    await screen.findByRole('dialog', {}, deadline);
  });

  it('address not verified: asks for nothing but the mail', async () => {
    server.identity.emailVerified = false;
    await visit('/add-authenticator', server);
    await screen.findByText(/^Verify your email address before/, {}, deadline);
    expect(server.sent('/v2/accounts/mfaEnrollment:start')).toEqual([]);
    await press(/^Resend/);
    expect(server.sent('/v1/accounts:sendOobCode')).toHaveLength(1);
  });

  it('too many apps: says so', async () => {
    server.answers[start] = refuse('auth/maximum-second-factor-count-exceeded');
    await visit('/add-authenticator', server);
    await screen.findByText(/at most 5 authenticator apps/, {}, deadline);
  });
});

describe('new recovery codes', () => {
  it('says what happens to the earlier ones, and shows the new ones', async () => {
    await visit('/recovery-codes', server);
    await screen.findByText('The earlier ones stop working.', {}, deadline);
    expect(server.sent('/v1/recovery-codes')).toEqual([]);
    await press('Make new codes');
    await screen.findByText(codes[0] ?? '', {}, deadline);
    expect(server.sent('/v1/recovery-codes')).toHaveLength(1);
  });
});

it('address for apps: product and person in it are escaped', () => {
  const address = toKeyAddress({ productName: 'A & B: 你', email: 'a+b@x.example', secret: 'ABC' });
  const product = 'A%20%26%20B%3A%20%E4%BD%A0';
  expect(address).toBe(`otpauth://totp/${product}:a%2Bb%40x.example?secret=ABC&issuer=${product}`);
});
