import { render } from '@testing-library/react';
import { StrictMode } from 'react';
import { vi } from 'vitest';
import { Providers } from '../src/app/providers.tsx';
import { AppRoutes } from '../src/app/routes.tsx';
import { createApi } from '../src/shared/api/index.ts';
import type { AppWeb } from '../src/shared/app/define-web.ts';
import { loadWords, startI18n } from '../src/shared/i18n/index.ts';
import { createSessionClient } from '../src/shared/session/index.ts';
import type { TabMessage } from '../src/shared/session/tab-channel.ts';
import { loadDialogs } from '../src/shared/ui/dialog.tsx';
import { dismissToast, toastStore } from '../src/shared/ui/toasts.ts';
import { createFakeIdentityServer, createFakeTabs } from './fake-identity-server.ts';
import { testConfig } from './test-config.ts';

/** Lazy pages are fetched while a test waits. */
export const deadline = { timeout: 60_000 };

/** Zone that every purchase tells. */
export const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** The server as the whole application sees it, replaced at the network edge. */
export function createFakeServer() {
  const identity = createFakeIdentityServer();
  /** Documents and callables. */
  const documents = vi.fn<typeof fetch>();
  // Toasts outlive pages, and would outlive tests.
  for (const { id } of toastStore.current()) {
    dismissToast(id);
  }
  return { identity, documents };
}

export type FakeServer = ReturnType<typeof createFakeServer>;

/** Opens the application at an address, as a browser would. */
export async function visit(
  path: string,
  { identity, documents }: FakeServer,
  config = testConfig,
  appWords?: AppWeb['words'],
) {
  history.replaceState(null, '', path);
  const session = createSessionClient({
    config,
    fetch: identity.fetch,
    broadcast: createFakeTabs<TabMessage>()(),
  });
  const api = createApi({ apiKey: 'k', region: 'r', fetch: documents, session });
  const services = { config, session, api, i18n: await startWords(appWords) };
  await loadDialogs();
  render(
    <StrictMode>
      <Providers services={services}>
        <AppRoutes />
      </Providers>
    </StrictMode>,
  );
  return session;
}

let opened = false;

/** A route loads its words with its code, once per page; the later visits of a test file find the code there. */
async function startWords(appWords?: AppWeb['words']) {
  const i18n = await startI18n(testConfig, appWords);
  if (opened) {
    await Promise.all([loadWords('all'), loadWords('front')]);
  }
  opened = true;
  return i18n;
}
