import './styles.css';
import { web } from '@hearth/app/web';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary, reloadOnceForNewBuild } from './app/crash-boundary.tsx';
import { askEarlyDocuments } from './app/early-documents.ts';
import { Providers, type Services } from './app/providers.tsx';
import { AppRoutes } from './app/routes.tsx';
import { adoptEarlyRefresh, fetchEarly } from './shared/api/early-fetch.ts';
import { createApi } from './shared/api/index.ts';
import { loadPublicConfig } from './shared/config/index.ts';
import { startI18n } from './shared/i18n/index.ts';
import { createSessionClient } from './shared/session/index.ts';

async function startServices(): Promise<Services> {
  const config = await loadPublicConfig(document);
  adoptEarlyRefresh();
  const session = createSessionClient({
    config,
    fetch: fetchEarly,
    onFirstToken: (idToken) => askEarlyDocuments(location.pathname, config, idToken),
  });
  // Asked first, so that the answer travels while the words load.
  void session.start();
  const { apiKey, region } = config;
  const api = createApi({ apiKey, region, session, fetch: fetchEarly });
  return { config, session, api, i18n: await startI18n(config, web.words) };
}

/** No top-level await: the lazy chunks import this one, and would wait for it while it waits for them. */
async function main(root: HTMLElement): Promise<void> {
  const services = await startServices();
  createRoot(root).render(
    <StrictMode>
      <Providers services={services}>
        <CrashBoundary>
          <AppRoutes />
        </CrashBoundary>
      </Providers>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) {
  reloadOnceForNewBuild();
  main(root).catch((error: unknown) => {
    // The words of the interface may be what failed to load.
    root.textContent = 'The page could not start. Please reload it. 页面无法启动，请刷新。';
    throw error;
  });
}
