import './styles.css';
import { web } from '@hearth/app/web';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary, reloadOnceForNewBuild } from './app/crash-boundary.tsx';
import { Providers, type Services } from './app/providers.tsx';
import { AppRoutes, isForAll, loadScreenAt } from './app/routes.tsx';
import { fetchEarly, readEarlyDocuments } from './shared/api/early-fetch.ts';
import { createApi } from './shared/api/index.ts';
import { loadPublicConfig } from './shared/config/index.ts';
import { loadWords, startI18n } from './shared/i18n/index.ts';
import { createSessionClient, type KeptView, keptView } from './shared/session/index.ts';
import { keepReactWhereTranslated } from './shared/translated-page.ts';

async function startServices(): Promise<Services> {
  const config = await loadPublicConfig(document);
  const view = keptView.open();
  const { session, fetch } = view
    ? (await import('./shared/session/view-client.ts')).openView({ config, view })
    : { session: createSessionClient({ config, fetch: fetchEarly }), fetch: fetchEarly };
  // Asked first, so that the answer travels while the words load.
  const settled = session.start();
  const { apiKey, region } = config;
  const api = createApi({ apiKey, region, session, fetch });
  const i18n = await startI18n(config, web.words);
  const banner = view && (await loadBanner(view));
  const services = { config, session, api, i18n, banner };
  await prepare(services, settled);
  return services;
}

/** A view is never shown without its banner. */
async function loadBanner(view: KeptView): Promise<ReactNode> {
  const [{ ViewBanner }] = await Promise.all([import('./app/view-banner.tsx'), loadWords('all')]);
  return <ViewBanner view={view} />;
}

/** Waits for what the screen is made of. What does not come in time, or not at all, is loaded by the screen itself, which says so. */
async function prepare({ config, session }: Services, settled: Promise<void>): Promise<void> {
  const { pathname } = location;
  if (!isForAll(pathname, config)) {
    await within(patienceMs, settled);
  }
  const { status } = session.state();
  if (status !== 'unreachable') {
    const screen = loadScreenAt(pathname, config, status).catch(() => undefined);
    await Promise.all([within(patienceMs, screen), within(patienceMs / 10, readEarlyDocuments())]);
  }
}

/** Until then the page is as the server sent it. */
const patienceMs = 3_000;

const within = (ms: number, work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);

/** No top-level await: the lazy chunks import this one, and would wait for it while it waits for them. */
async function main(root: HTMLElement): Promise<void> {
  const services = await startServices();
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers services={services}>
          <CrashBoundary>
            <AppRoutes />
          </CrashBoundary>
        </Providers>
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (root) {
  keepReactWhereTranslated();
  reloadOnceForNewBuild();
  main(root).catch((error: unknown) => {
    // The words of the interface may be what failed to load.
    root.textContent = 'The page could not start. Please reload it. 页面无法启动，请刷新。';
    throw error;
  });
}
