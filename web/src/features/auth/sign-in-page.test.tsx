import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openPage } from '../../shared/ui/open-page.tsx';
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
