import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createFakeIdentityServer } from '../../../test/fake-identity-server.ts';
import { openPage } from '../../../test/open-page.tsx';
import { testConfig } from '../../../test/test-config.ts';
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

it.each([
  ['disabled', 'USER_DISABLED', 'This account has been disabled.'],
  ['deleted', 'USER_NOT_FOUND', 'This account no longer exists.'],
])('session refused because the account is %s: says so', async (_, trouble, sentence) => {
  localStorage.setItem('i18nextLng', 'en');
  const identity = createFakeIdentityServer();
  identity.trouble = trouble;
  await openPage(<SignInPage />, { identity, as: 'anna' });
  expect(screen.getByText(sentence)).toBeTruthy();
});

it('session ended: shows no such notice', async () => {
  localStorage.setItem('i18nextLng', 'en');
  const identity = createFakeIdentityServer();
  identity.trouble = 'TOKEN_EXPIRED';
  await openPage(<SignInPage />, { identity, as: 'anna' });
  expect(screen.queryByText('This account has been disabled.')).toBeNull();
});

it.each([
  ['of the product', location.origin, 1],
  ['of another', 'https://hearth.example', 0],
])('a browser with passkeys at the address %s: offers %d', async (_, passkeyOrigin, count) => {
  localStorage.setItem('i18nextLng', 'en');
  vi.stubGlobal('PublicKeyCredential', class {});
  await openPage(<SignInPage />, {
    config: { ...testConfig, socialProviders: ['google'], passkeyOrigin },
  });
  await screen.findByRole('button', { name: 'Continue with Google' });
  expect(screen.queryAllByRole('button', { name: 'Use a passkey' })).toHaveLength(count);
});
