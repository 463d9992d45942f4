import { getSubscription, lookup, updateUser } from '@hearth/contract';
import { render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { press } from '../../test/person.ts';
import { createTeamServer, deny } from '../../test/team-server.ts';
import { testConfig } from '../../test/test-config.ts';
import { deadline } from '../../test/visit.tsx';
import { createApi } from '../shared/api/index.ts';
import { browserStorage, viewKey } from '../shared/browser-storage.ts';
import { loadWords, startI18n } from '../shared/i18n/index.ts';
import { type KeptView, keptView } from '../shared/session/index.ts';
import { createViewClient, openView } from '../shared/session/view-client.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './routes.tsx';
import { ViewBanner } from './view-banner.tsx';

// The first screen fetches and transforms its parts.
vi.setConfig({ testTimeout: 20_000 });

const until = new Date(Date.now() + 15 * 60_000).toISOString();
const view: KeptView = { token: `view_${'a'.repeat(43)}`, uid: 'ada', until };

let server = createTeamServer();
const goTo = vi.fn<(path: string) => void>();

beforeEach(() => {
  server = createTeamServer();
  server.identity.tokenOf = () => 'not-asked-for';
  goTo.mockReset();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

afterEach(() => vi.unstubAllGlobals());

/** All requests that the tab makes; the look-up answers Ada. */
function createNetwork() {
  return vi.fn<typeof fetch>(async (input, init) => {
    const url = String(input);
    if (!url.includes('accounts:lookup')) {
      return server.documents(input, init);
    }
    const body = JSON.stringify({ idToken: 'token-1-ada' });
    return server.identity.fetch(input, { ...init, body });
  });
}

function openClient(network = createNetwork()) {
  const client = createViewClient({ config: testConfig, view, fetch: network, goTo });
  const api = createApi({ apiKey: 'k', region: 'r', fetch: network, session: client });
  return { client, api, network };
}

async function visitView(path: string) {
  history.replaceState(null, '', `${path}${keptView.link(view).replace(/^[^#]*/, '')}`);
  const opened = keptView.open() ?? expect.fail();
  const { client, api, network } = openClient();
  const banner = <ViewBanner view={opened} />;
  const services = { config: testConfig, session: client, banner, api };
  const i18n = await startI18n(testConfig);
  await loadWords('all');
  render(
    <StrictMode>
      <Providers services={{ ...services, i18n }}>
        <AppRoutes />
      </Providers>
    </StrictMode>,
  );
  return { network };
}

describe('the tab of a view', () => {
  it('says on each page whom it shows and until when, and that nothing can be changed', async () => {
    await visitView('/dashboard');
    const banner = await screen.findByText(/^You see what ada@x.example sees\. Read only, until /);
    expect(banner.getAttribute('role')).toBe('status');
    await screen.findAllByText('Acme Analytics', {}, deadline);
    expect(location.hash).toBe('');
  });

  it('End: ends the view at the server and leads back to the person', async () => {
    const { network } = await visitView('/dashboard');
    server.answers['POST /v1/views/end'] = () => Response.json({});
    await screen.findByText(/^You see what/);
    await press('End');
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/operator/people/ada'));
    expect(sessionStorage.getItem(viewKey)).toBeNull();
    const asked = network.mock.calls.find(([url]) => String(url) === '/v1/views/end');
    expect(JSON.parse(String(asked?.[1]?.body))).toEqual({ token: view.token });
  });

  it('the pages of operators: are not there', async () => {
    await visitView('/operator/find');
    await screen.findByText('This page doesn’t exist', {}, deadline);
  });
});

describe('the session of a view', () => {
  it('takes the token out of the address and keeps it for this tab only', () => {
    history.replaceState(null, '', keptView.link(view));
    expect(keptView.open()).toEqual(view);
    expect(location.href).not.toContain('view_');
    expect(JSON.stringify({ ...localStorage })).not.toContain('view_');
    // After a reload.
    expect(keptView.open()).toEqual(view);
    // Another tab has another storage.
    sessionStorage.clear();
    expect(keptView.open()).toBeUndefined();
  });

  it.each(['#view=eyJh.eyJz.abc&uid=ada&until=2026', '#view=view_short&uid=ada&until=2026'])(
    'an address without such a token: opens none: %s',
    (hash) => {
      history.replaceState(null, '', `/dashboard${hash}`);
      expect(keptView.open()).toBeUndefined();
    },
  );

  it('what the screens keep in the browser: stays in the tab', () => {
    browserStorage.set('hearth.theme', 'light');
    history.replaceState(null, '', keptView.link(view));
    keptView.open();
    expect(browserStorage.get('hearth.theme')).toBe('light');
    browserStorage.set('hearth.theme', 'dark');
    browserStorage.remove('i18nextLng');
    expect(browserStorage.get('hearth.theme')).toBe('dark');
    expect(localStorage.getItem('hearth.theme')).toBe('light');
    expect(localStorage.getItem('i18nextLng')).toBe('en');
    keptView.forget();
  });

  it('reads with its token, and never asks for another', async () => {
    const { client, api, network } = openClient();
    await client.start();
    expect(client.state().account?.uid).toBe('ada');
    await api.call(getSubscription, { subscriptionId: 's1' });
    const [first, second] = network.mock.calls;
    expect(network).toHaveBeenCalledTimes(2);
    expect(JSON.parse(String(first?.[1]?.body))).toEqual({ idToken: view.token });
    expect(new Headers(second?.[1]?.headers).get('authorization')).toBe(`Bearer ${view.token}`);
  });

  it('a write, a sign-in and a renewal: are refused before anything is sent', async () => {
    const { client, api, network } = openClient();
    const refused = { refusal: 'view/read-only' };
    await expect(api.call(updateUser, { uid: 'ada' })).rejects.toMatchObject(refused);
    const ada = { email: 'ada@x.example', password: 'secret' };
    const never = () => Promise.reject(new Error('No code is asked for.'));
    await expect(client.signIn(ada, never)).rejects.toMatchObject(refused);
    await expect(client.signUp({ ...ada, displayName: '' })).rejects.toMatchObject(refused);
    await expect(client.join('sign-in')).rejects.toMatchObject(refused);
    expect(network).not.toHaveBeenCalled();
  });

  it('sends no cookie and takes none', async () => {
    const network = vi.fn<typeof fetch>(async () => Response.json({ users: [] }));
    vi.stubGlobal('fetch', network);
    await openView({ config: testConfig, view }).session.start();
    expect(network.mock.calls[0]?.[1]?.credentials).toBe('omit');
  });

  it('ended by the server: leads back, and no page of another person is shown', async () => {
    const { client } = openClient(vi.fn(async () => deny('view/ended')()));
    await client.start();
    expect(goTo).toHaveBeenCalledWith('/operator/people/ada');
    expect(client.state().account).toBeUndefined();
  });

  it('at its time: leads back by itself', async () => {
    vi.useFakeTimers({ now: Date.parse(until) - 1_000 });
    const { client, api } = openClient();
    await client.start();
    await api.call(lookup, { idToken: '' });
    await vi.advanceTimersByTimeAsync(999);
    expect(goTo).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(goTo).toHaveBeenCalledWith('/operator/people/ada');
    vi.useRealTimers();
  });
});
