import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createAccountServer } from '../../../test/account-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createAccountServer();
const user = userEvent.setup();
const policyCall = 'GET /v2/passwordPolicy';

/** Stricter than what the page carries. */
const stricter = {
  customStrengthOptions: {
    minPasswordLength: 10,
    maxPasswordLength: 64,
    containsNumericCharacter: true,
  },
  allowedNonAlphanumericCharacters: ['!'],
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: false,
  schemaVersion: 1,
};

beforeEach(() => {
  server = createAccountServer();
  server.answers[policyCall] = () => Response.json(stricter);
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const asked = () =>
  server.documents.mock.calls.filter(([url]) => String(url).includes('/v2/passwordPolicy'));

it('sign-up: the service’s policy counts, not the one of when the page was loaded', async () => {
  server.identity.cookie = undefined;
  await visit('/signup', server);
  await user.type(await screen.findByLabelText('Full name', {}, deadline), 'Ada');
  expect(await screen.findByText(/^At least 10 characters/, {}, deadline)).toBeTruthy();
  expect(screen.getByText(/^A digit/)).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), 'ada@x.example');
  await user.type(screen.getByLabelText('Password'), 'onlyletters');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(await screen.findByText('The password does not meet every requirement yet.')).toBeTruthy();
  expect(server.identity.count('signUp')).toBe(0);
  expect(asked()).toHaveLength(1);
});

it('changing the password: the service’s policy counts too', async () => {
  await visit('/change-password', server);
  expect(await screen.findByText(/^At least 10 characters/, {}, deadline)).toBeTruthy();
});

it('while the service has not answered: the form works with what the page carries', async () => {
  let answer: (response: Response) => void = () => undefined;
  server.answers[policyCall] = () => new Promise((resolve) => (answer = resolve));
  await visit('/change-password', server);
  expect(await screen.findByText(/^At least 6 characters/, {}, deadline)).toBeTruthy();
  answer(Response.json(stricter));
  expect(await screen.findByText(/^At least 10 characters/)).toBeTruthy();
});

it('service that cannot be reached: the page’s own policy applies, and is asked again later', async () => {
  server.answers[policyCall] = () => Promise.reject(new TypeError('offline'));
  await visit('/change-password', server);
  expect(await screen.findByText(/^At least 6 characters/, {}, deadline)).toBeTruthy();
  await waitFor(() => expect(asked().length).toBeGreaterThan(0));

  server.answers[policyCall] = () => Response.json(stricter);
  await user.click(screen.getByRole('link', { name: 'Back to profile' }));
  await user.click(await screen.findByRole('link', { name: 'Change password' }, deadline));
  expect(await screen.findByText(/^At least 10 characters/, {}, deadline)).toBeTruthy();
});
