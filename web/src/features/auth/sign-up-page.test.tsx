import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createFakeIdentityServer } from '../../../test/fake-identity-server.ts';
import { openPage } from '../../../test/open-page.tsx';
import { SignUpPage } from './sign-up-page.tsx';

let identity = createFakeIdentityServer();

beforeEach(async () => {
  localStorage.setItem('i18nextLng', 'en');
  identity = createFakeIdentityServer();
  await openPage(<SignUpPage />, { identity });
});

async function signUp(password: string, email = 'anna@x.example') {
  await userEvent.type(screen.getByLabelText('Full name'), 'Anna Oak');
  await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
}

it('creates the account with name, e-mail and password', async () => {
  await signUp('secret1');
  await waitFor(() => expect(identity.cookie).toBe('anna'));
  const request = identity.fetch.mock.calls.find(([url]) => String(url).includes('signUp'))?.[1];
  expect(JSON.parse(String(request?.body))).toMatchObject({
    displayName: 'Anna Oak',
    email: 'anna@x.example',
    password: 'secret1',
  });
});

it('helps password managers', () => {
  expect(screen.getByLabelText('Full name').getAttribute('autocomplete')).toBe('name');
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password');
});

it.each(['anna.@x.example', 'an..na@x.example'])(
  'asks for another address than %s',
  async (email) => {
    await signUp('secret1', email);
    expect(await screen.findByText('Enter an address like name@example.com.')).toBeDefined();
    expect(identity.fetch.mock.calls.filter(([url]) => String(url).includes('signUp'))).toEqual([]);
  },
);

it.each(['anna@müller.example', 'josé@x.example'])('takes the address %s', async (email) => {
  await signUp('secret1', email);
  await waitFor(() => {
    const request = identity.fetch.mock.calls.find(([url]) => String(url).includes('signUp'))?.[1];
    expect(JSON.parse(String(request?.body))).toMatchObject({ email });
  });
});
