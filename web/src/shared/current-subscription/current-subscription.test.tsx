import type { Subscription } from '@hearth/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { createFakeIdentityServer, createFakeTabs } from '../../../test/fake-identity-server.ts';
import { testConfig } from '../../../test/test-config.ts';
import { ApiProvider, createApi } from '../api/index.ts';
import { ConfigProvider } from '../config/index.ts';
import { createSessionClient, SessionProvider } from '../session/index.ts';
import type { TabMessage } from '../session/tab-channel.ts';
import {
  CurrentSubscriptionProvider,
  subscriptionKey,
  subscriptionsKey,
  useCurrentSubscription,
} from './index.ts';

const id = 'S1S1S1S1S1S1S1S1S1S1';

const record: Subscription = {
  id,
  owner_id: 'anna',
  plan_id: 'pro',
  status: 'active',
  settings: { name: 'Oak' },
  permissions: { access: ['anna'], admin: ['anna'] },
  create_time: '2026-01-01T00:00:00.000Z',
};

const network = vi.fn<typeof fetch>();
const onFailure = vi.fn();
let queries = new QueryClient();

beforeEach(() => {
  network.mockReset();
  onFailure.mockReset();
  queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });
});

async function open({ as = 'anna' as string | null, path = `/subscription/${id}` } = {}) {
  const server = createFakeIdentityServer();
  server.cookie = as ?? undefined;
  const session = createSessionClient({
    config: testConfig,
    fetch: server.fetch,
    broadcast: createFakeTabs<TabMessage>()(),
  });
  await session.start();
  const api = createApi({ apiKey: 'k', region: 'r', fetch: network, session });
  const page = (
    <CurrentSubscriptionProvider
      fallback={<p>Loading</p>}
      onFailure={(sentence) => onFailure(sentence)}
    >
      <Facts />
    </CurrentSubscriptionProvider>
  );
  render(
    <ConfigProvider config={testConfig}>
      <SessionProvider client={session}>
        <ApiProvider api={api}>
          <QueryClientProvider client={queries}>
            <At path={path}>{page}</At>
          </QueryClientProvider>
        </ApiProvider>
      </SessionProvider>
    </ConfigProvider>,
  );
  return session;
}

function At({ path, children }: { path: string; children: ReactNode }) {
  return (
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/subscription/:id" element={children} />
        <Route path="/nowhere" element={children} />
      </Routes>
    </MemoryRouter>
  );
}

function Facts() {
  const { subscription, plan, isOwner, isAdminLevel, holds, replace } = useCurrentSubscription();
  const facts = { plan: plan?.id, isOwner, isAdminLevel, editor: holds('editor') };
  return (
    <>
      <h1>{subscription.settings.name}</h1>
      <p>{JSON.stringify(facts)}</p>
      <button type="button" onClick={() => replace({ ...subscription, settings: { name: 'Elm' } })}>
        Rename
      </button>
    </>
  );
}

function answers(body: unknown, status = 200) {
  network.mockImplementation(async () => Response.json(body, { status }));
}

it('shows the fallback, then the subscription and what its reader may do', async () => {
  answers(record);
  await open();
  expect(screen.getByText('Loading')).toBeTruthy();
  expect((await screen.findByRole('heading')).textContent).toBe('Oak');
  expect(
    screen.getByText('{"plan":"pro","isOwner":true,"isAdminLevel":true,"editor":false}'),
  ).toBeTruthy();
  expect(onFailure).not.toHaveBeenCalled();
});

it('distinguishes a plain member from an owner', async () => {
  answers({ ...record, permissions: { access: ['bob'], editor: ['bob'] } });
  await open({ as: 'bob' });
  expect(
    await screen.findByText('{"plan":"pro","isOwner":false,"isAdminLevel":false,"editor":true}'),
  ).toBeTruthy();
});

it('shows a replaced record immediately and lets lists read again', async () => {
  answers(record);
  await open();
  queries.setQueryData(subscriptionsKey('anna'), [record]);
  const button = await screen.findByRole('button');
  act(() => button.click());
  expect(await screen.findByText('Elm')).toBeTruthy();
  expect(queries.getQueryState(subscriptionsKey('anna'))?.isInvalidated).toBe(true);
});

it('noSubscriptionId: the route names none', async () => {
  await open({ path: '/nowhere' });
  await waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('noSubscriptionId'));
  expect(network).not.toHaveBeenCalled();
});

it('unauthenticated: nobody is signed in', async () => {
  await open({ as: null });
  await waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('unauthenticated'));
  expect(network).not.toHaveBeenCalled();
});

it.each([
  ['unauthenticated', 401, 'UNAUTHENTICATED'],
  ['notFound', 404, 'NOT_FOUND'],
  ['accessDenied', 403, 'PERMISSION_DENIED'],
  ['fetchFailed', 500, 'INTERNAL'],
])('%s: the server answers %i', async (sentence, httpStatus, status) => {
  answers({ error: { status } }, httpStatus);
  await open();
  await waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith(sentence));
  expect(screen.queryByRole('heading')).toBeNull();
});

it('secondFactorRequired: the server says so', async () => {
  const details = { code: 'access/second-factor-required' };
  answers({ error: { status: 'PERMISSION_DENIED', details } }, 403);
  await open();
  await waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('secondFactorRequired'));
});

it('accessDenied: the reader is not listed under the default permission', async () => {
  answers({ ...record, permissions: { access: ['somebody'] } });
  await open();
  await waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('accessDenied'));
});

it('fetchFailed comes after more tries, the other sentences immediately', async () => {
  answers({ error: { status: 'UNAVAILABLE' } }, 503);
  await open();
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith('fetchFailed'));
  expect(network).toHaveBeenCalledTimes(3);
});

it('keeps what is on screen while only its renewal fails, and not when access is lost', async () => {
  answers(record);
  await open();
  await screen.findByRole('heading');

  answers({ error: { status: 'UNAVAILABLE' } }, 503);
  await act(() => queries.refetchQueries({ queryKey: subscriptionKey('anna', id) }));
  await waitFor(() =>
    expect(queries.getQueryState(subscriptionKey('anna', id))?.status).toBe('error'),
  );
  expect(screen.getByRole('heading')).toBeTruthy();
  expect(onFailure).not.toHaveBeenCalled();

  answers({ error: { status: 'PERMISSION_DENIED' } }, 403);
  await act(() => queries.refetchQueries({ queryKey: subscriptionKey('anna', id) }));
  await waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('accessDenied'));
  expect(screen.queryByRole('heading')).toBeNull();
});

it('notFound: an id that cannot be one', async () => {
  answers({ error: { status: 'PERMISSION_DENIED' } }, 403);
  await open({ path: '/subscription/no-id-at-all' });
  await waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('notFound'));
});

it('notFound: a first payment of one’s own that was declined and removed meanwhile', async () => {
  answers({ ...record, status: 'incomplete' });
  await open();
  await screen.findByRole('heading');

  answers({ error: { status: 'PERMISSION_DENIED' } }, 403);
  await act(() => queries.refetchQueries({ queryKey: subscriptionKey('anna', id) }));
  await waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('notFound'));
});

it('never shares cache entries between accounts', () => {
  expect(subscriptionKey('anna', id)).not.toEqual(subscriptionKey('bob', id));
  expect(subscriptionsKey('anna')).not.toEqual(subscriptionsKey('bob'));
});
