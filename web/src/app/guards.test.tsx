import type { Subscription } from '@hearth/contract';
import { act, render, screen, within } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { type InitialEntry, MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askForNoCode,
  createFakeIdentityServer,
  createFakeTabs,
} from '../../test/fake-identity-server.ts';
import { testConfig } from '../../test/test-config.ts';
import { ApiProvider, createApi } from '../shared/api/index.ts';
import { ConfigProvider } from '../shared/config/index.ts';
import {
  CurrentSubscriptionContext,
  toCurrentSubscription,
} from '../shared/current-subscription/current-subscription.ts';
import { loadWords, startI18n } from '../shared/i18n/index.ts';
import { createSessionClient, keptLocation, SessionProvider } from '../shared/session/index.ts';
import type { TabMessage } from '../shared/session/tab-channel.ts';
import { RequireAccount, RequireVisitor } from './guards.tsx';
import { RequirePermission } from './guards-permission.tsx';

let server = createFakeIdentityServer();
const anna = { email: 'anna@x.example', password: 'secret' };

beforeEach(() => {
  server = createFakeIdentityServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

function Place({ name }: { name: string }) {
  const { pathname, search } = useLocation();
  return (
    <h1>
      {name} {pathname}
      {search}
    </h1>
  );
}

function here() {
  return screen.getByRole('heading').textContent;
}

const fallback = <h1>Waiting</h1>;

async function open(
  entry: InitialEntry,
  guarded: ReactNode = <RequireAccount fallback={fallback} />,
) {
  const session = createSessionClient({
    config: testConfig,
    fetch: server.fetch,
    broadcast: createFakeTabs<TabMessage>()(),
  });
  const i18n = await startI18n(testConfig);
  const api = createApi({ apiKey: 'k', region: 'r', fetch: server.fetch, session });
  render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <ConfigProvider config={testConfig}>
          <SessionProvider client={session}>
            <ApiProvider api={api}>
              <MemoryRouter initialEntries={[entry]}>
                <Routes>
                  <Route element={<RequireVisitor fallback={fallback} />}>
                    <Route path="/signin" element={<Place name="Form" />} />
                  </Route>
                  <Route element={guarded}>
                    <Route path="/subscription/*" element={<Place name="Inside" />} />
                  </Route>
                  <Route path="*" element={<Place name="Elsewhere" />} />
                </Routes>
              </MemoryRouter>
            </ApiProvider>
          </SessionProvider>
        </ConfigProvider>
      </I18nextProvider>
    </StrictMode>,
  );
  return session;
}

describe('RequireAccount', () => {
  it('waits while it is not known who is signed in', async () => {
    server.fetch.mockReturnValueOnce(new Promise(() => undefined));
    await open('/subscription/1');
    expect(here()).toBe('Waiting');
  });

  it('lets signed-in people through', async () => {
    server.cookie = 'anna';
    await open('/subscription/1');
    expect(await screen.findByText('Inside /subscription/1')).toBeTruthy();
  });

  it('sends visitors to sign-in and then back to where they wanted to be', async () => {
    const session = await open('/subscription/1?tab=a');
    expect(await screen.findByText('Form /signin')).toBeTruthy();
    expect(keptLocation.peek()).toBe('/subscription/1?tab=a');

    await act(() => session.signIn(anna, askForNoCode));
    expect(here()).toBe('Inside /subscription/1?tab=a');
    expect(keptLocation.peek()).toBeUndefined();
  });

  it('server cannot be reached: offers another try and no form', async () => {
    server.cookie = 'anna';
    server.trouble = 'network';
    await open('/subscription/1');
    expect(await screen.findByText('Hearth cannot be reached')).toBeTruthy();

    server.trouble = undefined;
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    expect(await screen.findByText('Inside /subscription/1')).toBeTruthy();
  });

  it('person signs out: forgets the location', async () => {
    server.cookie = 'anna';
    const session = await open('/subscription/1');
    await screen.findByText('Inside /subscription/1');
    await act(() => session.signOut());
    expect(here()).toBe('Form /signin');
    expect(keptLocation.peek()).toBeUndefined();

    await act(() => session.signIn(anna, askForNoCode));
    expect(here()).toBe('Elsewhere /dashboard');
  });

  it('session ends: the page stays below a dialog that says so, whose button keeps the location', async () => {
    server.cookie = 'anna';
    const session = await open('/subscription/1');
    await screen.findByText('Inside /subscription/1');
    await loadWords('all');
    server.trouble = 'TOKEN_EXPIRED';
    await act(() => session.reload().catch(() => undefined));
    const dialog = within(await screen.findByRole('alertdialog', {}, { timeout: 10_000 }));
    expect(await dialog.findByText(/Your session has ended/)).toBeTruthy();
    expect(screen.getByText('Inside /subscription/1')).toBeTruthy();
    await act(async () => dialog.getByRole('button', { name: 'Sign in' }).click());
    expect(here()).toBe('Form /signin');
    expect(keptLocation.peek()).toBe('/subscription/1');
  });
});

describe('RequireVisitor', () => {
  it('lets visitors through', async () => {
    await open('/signin');
    expect(await screen.findByText('Form /signin')).toBeTruthy();
  });

  it('sends signed-in people to the dashboard', async () => {
    server.cookie = 'anna';
    await open('/signin');
    expect(await screen.findByText('Elsewhere /dashboard')).toBeTruthy();
  });

  it('remembers the location over a reload', async () => {
    keptLocation.keep('/subscription/2');
    server.cookie = 'anna';
    await open('/signin');
    expect(await screen.findByText('Inside /subscription/2')).toBeTruthy();
  });

  it.each(['//evil.example', '/\\evil.example', 7])('goes to no other site: %j', async (from) => {
    server.cookie = 'anna';
    await open({ pathname: '/signin', state: { from } });
    expect(await screen.findByText('Elsewhere /dashboard')).toBeTruthy();
  });
});

describe('RequirePermission', () => {
  const record: Subscription = {
    id: 's1',
    owner_id: 'olga',
    plan_id: 'pro',
    status: 'active',
    settings: {},
    permissions: { access: ['olga', 'anna'], editor: ['anna'], admin: ['olga'] },
    create_time: '2026-01-01T00:00:00.000Z',
  };

  function within(uid: string, guarded: ReactNode) {
    server.cookie = uid;
    const current = toCurrentSubscription(record, { config: testConfig, uid });
    const value = { ...current, replace: () => undefined };
    return open(
      '/subscription/s1',
      <CurrentSubscriptionContext value={value}>{guarded}</CurrentSubscriptionContext>,
    );
  }

  it('waits while it is not known who is signed in', async () => {
    server.fetch.mockReturnValueOnce(new Promise(() => undefined));
    await open('/subscription/s1', <RequirePermission anyOf={['admin']} fallback={fallback} />);
    expect(here()).toBe('Waiting');
  });

  it('sends visitors to sign-in', async () => {
    await open('/subscription/s1', <RequirePermission anyOf={['admin']} />);
    expect(await screen.findByText('Form /signin')).toBeTruthy();
  });

  it('no requirement: needs no subscription', async () => {
    server.cookie = 'anna';
    await open('/subscription/s1', <RequirePermission />);
    expect(await screen.findByText('Inside /subscription/s1')).toBeTruthy();
  });

  it.each([
    { who: 'anna', anyOf: ['admin', 'editor'], passes: true },
    { who: 'anna', anyOf: ['admin'], passes: false },
    { who: 'anna', allOf: ['access', 'editor'], passes: true },
    { who: 'anna', allOf: ['editor', 'admin'], passes: false },
    { who: 'anna', anyOf: ['editor'], allOf: ['admin'], passes: false },
    { who: 'olga', owner: true, passes: true },
    { who: 'anna', owner: true, passes: false },
    { who: 'anna', owner: true, anyOf: ['editor'], passes: false },
    { who: 'olga', anyOf: ['owner'], passes: true },
    { who: 'anna', anyOf: ['owner'], passes: false },
  ])('admits %j', async ({ who, passes, ...required }) => {
    await within(who, <RequirePermission {...required} />);
    const place = passes ? 'Inside /subscription/s1' : 'Elsewhere /dashboard';
    expect(await screen.findByText(place)).toBeTruthy();
  });

  it('unknown permission: named on the console, and leads home', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await within('olga', <RequirePermission anyOf={['admin', 'wizard']} />);
    expect(await screen.findByText('Elsewhere /dashboard')).toBeTruthy();
    expect(log).toHaveBeenCalledWith('Unknown permission: wizard');
  });
});
