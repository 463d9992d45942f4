import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { signInMethods } from '../../test/account-server.ts';
import { createFakeServer, deadline, visit } from '../../test/visit.tsx';

let server = createFakeServer();

const ada = {
  uid: 'ada',
  email: 'ada@x.example',
  email_verified: false,
  display_name: 'Ada',
  avatar_url: '',
  language: 'en',
  create_time: '2026-11-21T10:00:00.000Z',
  last_updated: '2026-11-21T10:00:00.000Z',
};

beforeEach(() => {
  server = createFakeServer();
  localStorage.setItem('i18nextLng', 'en');
});

it('address verified on another device: shown as verified on return', async () => {
  server.identity.cookie = 'ada';
  server.identity.emailVerified = false;
  let user = ada;
  server.documents.mockImplementation(async (url) => {
    const { email_verified: emailVerified } = user;
    if (String(url).includes('/v1/subscriptions')) {
      return Response.json({ subscriptions: [], nextPageToken: null });
    }
    if (String(url).includes('/v1/sign-in-methods')) {
      return Response.json(signInMethods);
    }
    return String(url).includes('accounts:lookup')
      ? Response.json({ users: [{ localId: 'ada', emailVerified }] })
      : Response.json(user);
  });
  const session = await visit('/profile', server);
  const main = within(await screen.findByRole('main', {}, deadline));
  await main.findByText('No', {}, deadline);

  server.identity.emailVerified = true;
  user = { ...ada, email_verified: true };
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await main.findByText('Yes', {}, deadline)).toBeTruthy();
  expect(session.state().account?.emailVerified).toBe(true);
});

it('mailed link opened in this tab or another: its change is shown immediately', async () => {
  server.identity.cookie = 'ada';
  let user = ada;
  server.documents.mockImplementation(async (url) =>
    String(url).includes('/v1/users/ada')
      ? Response.json(user)
      : Response.json({}, { status: 404 }),
  );
  const session = await visit('/profile', server);
  const main = within(await screen.findByRole('main', {}, deadline));
  await main.findByText('No', {}, deadline);

  user = { ...ada, email_verified: true };
  await act(() => session.reload());
  expect(await main.findByText('Yes', {}, deadline)).toBeTruthy();
});
