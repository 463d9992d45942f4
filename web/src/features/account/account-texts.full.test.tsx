import type { BuiltInLanguage } from '@hearth/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AccountServer,
  ada,
  createAccountServer,
  refuse,
} from '../../../test/account-server.ts';
import { press, user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline } from '../../../test/visit.tsx';
import { en } from '../../shared/i18n/locales/en/index.ts';
import { zh } from '../../shared/i18n/locales/zh/index.ts';
import { reportOutcome } from '../../shared/social/social-channel.ts';

const languages = { en, zh };
type Words = typeof en | typeof zh;

let visit: typeof import('../../../test/visit.tsx').visit;

/** Brings the application into the state that shows the sentence. */
type Scene = (server: AccountServer, words: Words) => Promise<void>;

const unverified = () => Response.json({ ...ada, email_verified: false });

const field = (label: string) => screen.findByLabelText(label, {}, deadline);

const saveName: Scene = async (server, { account }) => {
  await visit('/edit-name', server);
  await user.type(await field(account.profile.name), 'Ada King');
  await press(account.editName.submit);
};

const resend: Scene = async (server, words) => {
  server.answers['GET /v1/users/ada'] = unverified;
  await visit('/profile', server);
  await press(words.verification.resend);
};

const changeEmail: Scene = async (server, { account }) => {
  await visit('/edit-email', server);
  await user.type(await field(account.editEmail.next), 'new@x.example');
  await press(account.editEmail.submit);
};

async function changePassword(server: AccountServer, { account }: Words, again = 'secret-7') {
  await visit('/change-password', server);
  await user.type(await field(account.changePassword.next), 'secret-7');
  await user.type(screen.getByLabelText(account.changePassword.confirmation), again);
  await press(account.changePassword.submit);
}

const named = (text: string) => text.replace('{{provider}}', 'Google');

async function linkGoogle(server: AccountServer, { account }: Words) {
  const config = { ...testConfig, socialProviders: ['google' as const] };
  await visit('/profile', server, config);
  await press(named(account.profile.linkNamed));
}

async function unlinkGoogle(server: AccountServer, { account }: Words) {
  server.identity.signInMethods = ['password', 'google.com'];
  await visit('/profile', server);
  await press(named(account.profile.unlinkNamed));
  await screen.findByRole('alertdialog');
  await press(named(account.profile.unlinkNamed));
}

async function deleteAccount(server: AccountServer, { account }: Words, typed = 'ada') {
  await visit('/delete-account', server);
  await user.type(await field(account.deleteAccount.confirmation), typed);
  await press(account.deleteAccount.submit);
}

const failures: Record<keyof typeof en.account.errors, Scene> = {
  async reAuthenticationRequired(server, words) {
    server.answers['POST /v1/accounts:update'] = refuse('auth/requires-recent-login');
    await changePassword(server, words);
    await press(words.dialog.cancel);
  },
  async nameUpdateError(server, words) {
    server.answers['PATCH /v1/users/ada'] = refuse('server/internal');
    await saveName(server, words);
  },
  async emailUpdateError(server, words) {
    server.answers['POST /v1/accounts:sendOobCode'] = refuse('auth/email-already-in-use');
    await changeEmail(server, words);
  },
  async emailVerificationRequired(server, words) {
    server.answers['POST /v1/accounts:sendOobCode'] = refuse('auth/email-verification-required');
    await changeEmail(server, words);
  },
  async passwordUpdateError(server, words) {
    server.answers['POST /v1/accounts:update'] = refuse('server/busy');
    await changePassword(server, words);
  },
  async providerLinkError(server, words) {
    vi.spyOn(window, 'open').mockReturnValue(null);
    server.answers['POST /v1/accounts:createAuthUri'] = refuse('auth/provider-unavailable');
    await linkGoogle(server, words);
  },
  async providerUnlinkError(server, words) {
    server.answers['POST /v1/accounts:update'] = refuse('server/unavailable');
    await unlinkGoogle(server, words);
  },
  async passwordMismatch(server, words) {
    await changePassword(server, words, 'secret-8');
    expect(server.sent('/v1/accounts:update')).toEqual([]);
  },
  async accountDeletionError(server, words) {
    server.answers['POST /v1/accounts:delete'] = refuse('server/internal');
    await deleteAccount(server, words);
  },
  async uuidMismatch(server, words) {
    await deleteAccount(server, words, 'Ada');
    expect(server.sent('/v1/accounts:delete')).toEqual([]);
  },
};

const successes: Record<keyof typeof en.account.success, Scene> = {
  nameUpdated: saveName,
  emailChangeSent: changeEmail,
  passwordUpdated: changePassword,
  async passwordSet(server, { account }) {
    server.identity.signInMethods = ['google.com'];
    await visit('/change-password', server);
    await user.type(await field(account.changePassword.next), 'secret-7');
    await user.type(screen.getByLabelText(account.changePassword.confirmation), 'secret-7');
    await press(account.setPassword.submit);
  },
  async providerLinked(server, words) {
    const state = 'link.the-state';
    const authUri = `https://accounts.example/auth?state=${state}`;
    server.answers['POST /v1/accounts:createAuthUri'] = () => Response.json({ authUri });
    const popup = { closed: false, location: { href: '' }, close: vi.fn() };
    vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
    await linkGoogle(server, words);
    await waitFor(() => expect(popup.location.href).toBe(authUri));
    await act(() => reportOutcome(state, { kind: 'linked', providerId: 'google.com' }));
  },
  providerUnlinked: unlinkGoogle,
  accountDeleted: deleteAccount,
};

const verifications: Record<Exclude<keyof typeof en.verification, 'resend'>, Scene> = {
  sent: resend,
  async failed(server, words) {
    server.answers['POST /v1/accounts:sendOobCode'] = refuse('server/unavailable');
    await resend(server, words);
  },
  async tooMany(server, words) {
    server.answers['POST /v1/accounts:sendOobCode'] = refuse('auth/too-many-requests');
    await resend(server, words);
  },
};

let server = createAccountServer();

beforeEach(() => {
  server = createAccountServer();
  sessionStorage.clear();
});

describe.each(Object.keys(languages) as BuiltInLanguage[])('in %s', (language) => {
  const words: Words = languages[language];

  beforeAll(async () => {
    // The lazy parts bring the words of one language with them, once; another language is another page load.
    vi.resetModules();
    ({ visit } = await import('../../../test/visit.tsx'));
  });

  beforeEach(() => localStorage.setItem('i18nextLng', language));

  it.each(Object.keys(failures) as (keyof typeof failures)[])('shows errors.%s', async (key) => {
    await failures[key](server, words);
    expect(await screen.findByText(words.account.errors[key])).toBeTruthy();
  });

  it.each(Object.keys(successes) as (keyof typeof successes)[])('shows success.%s', async (key) => {
    await successes[key](server, words);
    const email = key === 'emailChangeSent' ? 'new@x.example' : ada.email;
    const sentence = words.account.success[key]
      .replace('{{email}}', email)
      .replace('{{provider}}', 'Google');
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it.each(Object.keys(verifications) as (keyof typeof verifications)[])(
    'shows verification.%s',
    async (key) => {
      await verifications[key](server, words);
      const sentence = words.verification[key].replace('{{email}}', ada.email);
      expect(await screen.findByText(sentence)).toBeTruthy();
    },
  );

  it('shows errors.emailVerificationRequired before anything is typed', async () => {
    server.answers['GET /v1/users/ada'] = unverified;
    await visit('/edit-email', server);
    const sentence = words.account.errors.emailVerificationRequired;
    expect(await screen.findByText(sentence, {}, deadline)).toBeTruthy();
    await press(words.verification.resend);
    expect(server.sent('/v1/accounts:sendOobCode')).toEqual([
      expect.objectContaining({ requestType: 'VERIFY_EMAIL' }),
    ]);
  });
});

it('words what the specification words exactly so', () => {
  expect(en.account.errors).toMatchObject({
    reAuthenticationRequired: 'Please sign in again before retry',
    passwordMismatch: 'Passwords do not match.',
    uuidMismatch: 'User ID does not match. Please try again.',
  });
});
