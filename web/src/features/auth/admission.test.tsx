import type { PublicConfig } from '@hearth/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AccountServer, createAccountServer, refuse } from '../../../test/account-server.ts';
import { press, user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';
import { auth as en } from '../../shared/i18n/locales/en/auth.ts';
import { errors } from '../../shared/i18n/locales/en/errors.ts';
import { auth as zh } from '../../shared/i18n/locales/zh/auth.ts';

const support = 'help@bakery.example';
const notAdmitted = 'auth/admin-restricted-operation';
const refusal = errors.refusals[notAdmitted];

const configOf = (signUp?: PublicConfig['signUp'], more: Partial<PublicConfig> = {}) => ({
  ...testConfig,
  ...(signUp && { signUp }),
  brand: { support },
  ...more,
});
const closed = configOf('closed');
const invited = configOf('invited');
const name = (sentence: string) => sentence.replace('{{productName}}', 'Hearth');
const linkTo = (text: string) => screen.getByRole('link', { name: text }).getAttribute('href');

let server: AccountServer;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server = createAccountServer();
  server.identity.cookie = undefined;
});

async function signUp() {
  await user.type(await screen.findByLabelText('Full name', {}, deadline), 'Ada');
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  if (email.value === '') {
    await user.type(email, 'ada@x.example');
  }
  await user.type(screen.getByLabelText('Password'), 'secret');
  await press('Sign up');
}

describe('the page to sign up', () => {
  it.each([
    ['en', en],
    ['zh', zh],
  ] as const)(
    'closed, in %s: has no form, says who invites, and leads to sign-in',
    async (language, words) => {
      localStorage.setItem('i18nextLng', language);
      await visit('/signup', server, closed);
      await screen.findByRole('heading', { level: 1, name: words.signUp.closedTitle }, deadline);
      expect(document.querySelector('form')).toBeNull();
      const text = document.querySelector('main')?.textContent ?? '';
      const [before = '', after = ''] = words.admission.closed.split('{{productName}}');
      expect(text).toContain(before.trim());
      expect(text).toContain(after.trim());
      expect(document.querySelector(`a[href="mailto:${support}"]`)?.textContent).toContain(support);
      expect(linkTo(words.signUp.toSignIn)).toBe('/signin');
    },
  );

  it("closed, from an operator's invitation: has the form with its address", async () => {
    await visit('/signup?email=ada%40x.example&lang=en', server, closed);
    await signUp();
    await waitFor(() => expect(server.identity.cookie).toBe('ada'));
  });

  it('invited: says which address to use', async () => {
    await visit('/signup', server, invited);
    await screen.findByText(en.signUp.subForInvited, {}, deadline);
    await signUp();
    await waitFor(() => expect(server.identity.cookie).toBe('ada'));
  });

  it.each([
    ['invited', invited, en.admission.invited],
    ['open to some domains', configOf(), en.admission.open],
    ['closed', closed, name(en.admission.closed)],
  ])('%s and the address refused: says who to ask', async (_, config, sentence) => {
    await visit('/signup?email=ada%40x.example', server, config);
    await screen.findByLabelText('Full name', {}, deadline);
    server.identity.trouble = notAdmitted;
    await signUp();
    const alert = await screen.findByRole('alert', {}, deadline);
    expect(alert.textContent).toContain(refusal);
    expect(alert.textContent?.replace(/[\u2068\u2069]/g, '')).toContain(sentence);
    expect(alert.querySelector('a')?.getAttribute('href')).toBe(`mailto:${support}`);
  });

  it('refused without an address to write to: names none', async () => {
    await visit('/signup', server, { ...testConfig, signUp: 'invited' });
    await screen.findByLabelText('Full name', {}, deadline);
    server.identity.trouble = notAdmitted;
    await signUp();
    const alert = await screen.findByRole('alert', {}, deadline);
    expect(alert.querySelector('a')).toBeNull();
  });
});

describe('the page to sign in', () => {
  it('closed: does not lead to sign-up', async () => {
    await visit('/signin', server, closed);
    await screen.findByRole('button', { name: 'Sign in' }, deadline);
    expect(screen.queryByText(en.signIn.noAccount)).toBeNull();
    expect(document.querySelector('a[href^="/signup"]')).toBeNull();
  });

  it('invited: leads to sign-up', async () => {
    await visit('/signin', server, invited);
    await screen.findByRole('button', { name: 'Sign in' }, deadline);
    expect(linkTo(en.signIn.toSignUp)).toBe('/signup');
  });
});

describe('a provider', () => {
  const finish = 'POST /v1/accounts:signInWithIdp';
  const config = configOf('invited', { socialProviders: ['google'] });

  it('signs a person in who may not have an account: says who to ask, and what an old one needs', async () => {
    server.answers[finish] = refuse(notAdmitted);
    await visit('/auth/callback?state=s&code=c', server, config);
    const alert = await screen.findByRole('alert', {}, deadline);
    for (const sentence of [refusal, en.admission.invited, en.admission.known]) {
      expect(alert.textContent).toContain(sentence);
    }
  });

  it('gave no address, and the named one may not have an account: says who to ask', async () => {
    server.answers[finish] = () =>
      Response.json({ kind: 'x', providerId: 'google.com', needEmail: true, pendingToken: 'p' });
    await visit('/auth/callback?state=named&code=c', server, config);
    const field = await screen.findByLabelText('Your email address', {}, deadline);
    server.answers[finish] = refuse(notAdmitted);
    await user.type(field, 'ada@x.example');
    await press('Send link');
    const alert = await screen.findByRole('alert', {}, deadline);
    expect(alert.textContent).toContain(en.admission.invited);
  });
});

describe('the pages about the product', () => {
  const hrefs = () => [...document.querySelectorAll('a')].map((one) => one.getAttribute('href'));

  it('closed: lead to sign-in only', async () => {
    await visit('/', server, { ...closed, landing: true });
    await screen.findByRole('heading', { level: 1 }, deadline);
    expect(hrefs().filter((href) => href?.startsWith('/signup'))).toEqual([]);
    expect(linkTo('Choose Pro')).toBe('/signin?plan=pro');
    expect(screen.getByRole('heading', { name: 'Good to know' })).toBeTruthy();
  });

  it('invited: lead to sign-up too', async () => {
    await visit('/', server, { ...invited, landing: true });
    await screen.findByRole('heading', { level: 1 }, deadline);
    expect(linkTo('Create an account')).toBe('/signup');
    expect(linkTo('Sign up')).toBe('/signup');
    expect(linkTo('Choose Pro')).toBe('/signup?plan=pro');
  });
});
