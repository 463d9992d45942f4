import type { PublicConfig } from '@hearth/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { ApiProvider, createApi } from '../src/shared/api/index.ts';
import { ConfigProvider } from '../src/shared/config/index.ts';
import { loadWords, startI18n } from '../src/shared/i18n/index.ts';
import { createSessionClient, SessionProvider } from '../src/shared/session/index.ts';
import type { TabMessage } from '../src/shared/session/tab-channel.ts';
import { createFakeIdentityServer, createFakeTabs } from './fake-identity-server.ts';
import { testConfig } from './test-config.ts';

interface PageOptions {
  readonly path?: string;
  /** Person who is signed in. */
  readonly as?: string;
  /** Answers documents and callables. */
  readonly network?: typeof fetch;
  readonly identity?: ReturnType<typeof createFakeIdentityServer>;
  readonly config?: PublicConfig;
}

/** Renders one page for a test, with a fake server at the network's edge; other addresses only say where they are. */
export async function openPage(page: ReactNode, options: PageOptions = {}) {
  const { path = '/page', as, network = fetch, identity = createFakeIdentityServer() } = options;
  const { config = testConfig } = options;
  identity.cookie = as;
  const session = createSessionClient({
    config,
    fetch: identity.fetch,
    broadcast: createFakeTabs<TabMessage>()(),
  });
  await session.start();
  const i18n = await startI18n(config);
  await loadWords('all');
  const api = createApi({ apiKey: 'k', region: 'r', fetch: network, session });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

  render(
    <I18nextProvider i18n={i18n}>
      <ConfigProvider config={config}>
        <SessionProvider client={session}>
          <ApiProvider api={api}>
            <QueryClientProvider client={queries}>
              <MemoryRouter initialEntries={[path]}>
                <Routes>
                  <Route
                    path={path.replace(/^\/subscription\/[^/]+/, '/subscription/:id')}
                    element={page}
                  />
                  <Route path="*" element={<Elsewhere />} />
                </Routes>
              </MemoryRouter>
            </QueryClientProvider>
          </ApiProvider>
        </SessionProvider>
      </ConfigProvider>
    </I18nextProvider>,
  );
}

function Elsewhere() {
  return <p data-testid="elsewhere">{useLocation().pathname}</p>;
}

/** The address that the page went to. */
export async function findAddress(): Promise<string | null> {
  return (await screen.findByTestId('elsewhere')).textContent;
}
