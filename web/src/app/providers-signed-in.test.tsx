import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createFakeServer, patience, visit } from './visit.tsx';

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

it('shows at once what a mailed link has changed about the person, in this tab or another', async () => {
  server.identity.cookie = 'ada';
  let user = ada;
  server.documents.mockImplementation(async (url) =>
    String(url).includes('/v1/users/ada')
      ? Response.json(user)
      : Response.json({}, { status: 404 }),
  );
  const session = await visit('/profile', server);
  const main = within(await screen.findByRole('main', {}, patience));
  await main.findByText('No', {}, patience);

  user = { ...ada, email_verified: true };
  await act(() => session.reload());
  expect(await main.findByText('Yes', {}, patience)).toBeTruthy();
});
