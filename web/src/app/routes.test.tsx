import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createApi } from '../shared/api/index.ts';
import { testConfig } from '../shared/config/test-config.ts';
import { startI18n } from '../shared/i18n/index.ts';
import {
  createFakeIdentityServer,
  createFakeTabs,
} from '../shared/session/fake-identity-server.ts';
import { createSessionClient } from '../shared/session/index.ts';
import type { TabMessage } from '../shared/session/tab-channel.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './routes.tsx';

const patience = { timeout: 5000 };
let server = createFakeIdentityServer();

const oak = {
  id: 's1',
  owner_id: 'olga',
  plan_id: 'pro',
  status: 'active',
  settings: { name: 'Oak' },
  permissions: { access: ['anna'] },
  create_time: '2026-01-01T00:00:00.000Z',
};

const documents = vi.fn<typeof fetch>();

beforeEach(() => {
  server = createFakeIdentityServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  documents.mockReset();
  documents.mockImplementation(async (url) =>
    Response.json(String(url) === '/v1/subscriptions' ? { subscriptions: [oak] } : oak),
  );
});

async function visit(path: string) {
  history.replaceState(null, '', path);
  const config = testConfig;
  const session = createSessionClient({
    config,
    fetch: server.fetch,
    broadcast: createFakeTabs<TabMessage>()(),
  });
  const api = createApi({ apiKey: 'k', region: 'r', fetch: documents, session });
  const services = { config, session, api, i18n: await startI18n(config) };
  render(
    <StrictMode>
      <Providers services={services}>
        <AppRoutes />
      </Providers>
    </StrictMode>,
  );
  return session;
}

it('leads a visitor of / to sign-in, and then to the dashboard', async () => {
  const session = await visit('/');
  expect(await screen.findByLabelText('Email', { exact: false }, patience)).toBeTruthy();
  expect(location.pathname).toBe('/signin');

  await act(() => session.signIn({ email: 'anna@x.example', password: 'secret' }));
  expect(await screen.findByText('Oak', {}, patience)).toBeTruthy();
  expect(location.pathname).toBe('/dashboard');
  expect(document.title).toContain('Hearth');
});

it('says that a page does not exist', async () => {
  await visit('/no-such-page');
  expect(await screen.findByText('Page not found', {}, patience)).toBeTruthy();
});

it('shows a plain member the overview, and not the settings', async () => {
  server.cookie = 'anna';
  await visit('/subscription/s1/settings');
  await waitFor(() => expect(location.pathname).toBe('/dashboard'), patience);
});

it('leads home with the sentence when a subscription is denied', async () => {
  server.cookie = 'anna';
  documents.mockImplementation(async (url) =>
    String(url) === '/v1/subscriptions'
      ? Response.json({ subscriptions: [] })
      : Response.json({ error: { status: 'PERMISSION_DENIED' } }, { status: 403 }),
  );
  await visit('/subscription/foreign');
  expect(await screen.findByText('Access denied', {}, patience)).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe('/dashboard'), patience);
});

it('shows nothing of one account to the next', async () => {
  server.cookie = 'anna';
  const session = await visit('/dashboard');
  await screen.findByText('Oak', {}, patience);

  await act(() => session.signOut());
  documents.mockImplementation(() => new Promise(() => undefined));
  await act(() => session.signIn({ email: 'bob@x.example', password: 'secret' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard'), patience);
  expect(screen.queryByText('Oak')).toBeNull();
});
