import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createFakeIdentityServer } from '../../../test/fake-identity-server.ts';
import { openPage } from '../../../test/open-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

it('shows and hides the password', async () => {
  localStorage.setItem('i18nextLng', 'en');
  await openPage(<SignInPage />);
  const reveal = screen.getByRole('button', { name: 'Show password' });
  const password = screen.getByLabelText('Password');
  await userEvent.click(reveal);
  expect(password.getAttribute('type')).toBe('text');
  await userEvent.click(reveal);
  expect(password.getAttribute('type')).toBe('password');
});

it('session refused because the account is disabled: says so', async () => {
  localStorage.setItem('i18nextLng', 'en');
  const identity = createFakeIdentityServer();
  identity.trouble = 'USER_DISABLED';
  await openPage(<SignInPage />, { identity, as: 'anna' });
  expect(screen.getByText('This account has been disabled.')).toBeTruthy();
});

it('session ended: shows no such notice', async () => {
  localStorage.setItem('i18nextLng', 'en');
  const identity = createFakeIdentityServer();
  identity.trouble = 'TOKEN_EXPIRED';
  await openPage(<SignInPage />, { identity, as: 'anna' });
  expect(screen.queryByText('This account has been disabled.')).toBeNull();
});
