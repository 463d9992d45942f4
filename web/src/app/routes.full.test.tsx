import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { askForNoCode } from '../../test/fake-identity-server.ts';
import { listedFields } from '../../test/team-server.ts';
import { testConfig } from '../../test/test-config.ts';
import { createFakeServer, deadline, visit } from '../../test/visit.tsx';

let server = createFakeServer();

const oak = {
  ...listedFields,
  id: 's1',
  owner_id: 'olga',
  plan_id: 'pro',
  status: 'active',
  settings: { name: 'Oak' },
  permissions: { access: ['anna'] },
  create_time: '2026-01-01T00:00:00.000Z',
};

const answers: Record<string, unknown> = {
  '/v1/subscriptions': { subscriptions: [oak] },
  '/v1/invites': { invites: [], hidden: 0, nextPageToken: null },
};

beforeEach(() => {
  server = createFakeServer();
  sessionStorage.clear();
  // Projects that an earlier test has visited.
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server.documents.mockImplementation(async (url) => Response.json(answers[String(url)] ?? oak));
});

it('leads a visitor of / to sign-in, and then to the dashboard', async () => {
  const session = await visit('/', server);
  expect(await screen.findByLabelText('Email', { exact: false }, deadline)).toBeTruthy();
  expect(location.pathname).toBe('/signin');

  await act(() => session.signIn({ email: 'anna@x.example', password: 'secret' }, askForNoCode));
  expect(await screen.findByText('Oak', {}, deadline)).toBeTruthy();
  expect(location.pathname).toBe('/dashboard');
  expect(document.title).toContain('Hearth');
});

it('says that a page does not exist', async () => {
  await visit('/no-such-page', server);
  expect(await screen.findByText('Page not found', {}, deadline)).toBeTruthy();
});

it('has a mailbox in local mode only', async () => {
  await visit('/dev/mailbox', server, { ...testConfig, localMode: false });
  expect(await screen.findByText('Page not found', {}, deadline)).toBeTruthy();
  cleanup();

  vi.stubGlobal('fetch', async () => Response.json([]));
  await visit('/dev/mailbox', server);
  expect(await screen.findByText('No emails yet', {}, deadline)).toBeTruthy();
  vi.unstubAllGlobals();
});

it('has a clock in local mode only', async () => {
  await visit('/dev/clock', server, { ...testConfig, localMode: false });
  expect(await screen.findByText('Page not found', {}, deadline)).toBeTruthy();
  cleanup();

  vi.stubGlobal('fetch', async () => Response.json({ now: '2026-11-21T12:00:00.000Z' }));
  await visit('/dev/clock', server);
  expect(await screen.findByText('Product time', {}, deadline)).toBeTruthy();
  vi.unstubAllGlobals();
});

it('shows a plain member the overview, and not the settings', async () => {
  server.identity.cookie = 'anna';
  await visit('/subscription/s1/settings', server);
  await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
});

it('subscription denied: leads home with the sentence', async () => {
  server.identity.cookie = 'anna';
  server.documents.mockImplementation(async (url) =>
    String(url) === '/v1/subscriptions'
      ? Response.json({ subscriptions: [] })
      : Response.json({ error: { status: 'PERMISSION_DENIED' } }, { status: 403 }),
  );
  await visit('/subscription/foreign', server);
  expect(await screen.findByText('Access denied', {}, deadline)).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
});

it('shows nothing of one account to the next', async () => {
  server.identity.cookie = 'anna';
  const session = await visit('/dashboard', server);
  await screen.findByText('Oak', {}, deadline);

  await act(() => session.signOut());
  server.documents.mockImplementation(() => new Promise(() => undefined));
  await act(() => session.signIn({ email: 'bob@x.example', password: 'secret' }, askForNoCode));
  await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
  expect(screen.queryByText('Oak')).toBeNull();
});
