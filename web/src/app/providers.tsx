import type { PublicConfig } from '@hearth/contract';
import type { i18n as I18n } from 'i18next';
import { lazy, type ReactNode, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { type Api, ApiProvider } from '../shared/api/index.ts';
import { ConfigProvider } from '../shared/config/index.ts';
import { loadWords } from '../shared/i18n/index.ts';
import '../shared/input-methods.ts';
import { loadPatiently } from '../shared/online/load-patiently.ts';
import { type KeptView, type SessionClient, SessionProvider } from '../shared/session/index.ts';
import './back-button.ts';

const ViewBanner = lazy(async () => {
  const load = () => Promise.all([import('./view-banner.tsx'), loadWords('all')]);
  const [{ ViewBanner: component }] = await loadPatiently(load);
  return { default: component };
});

export interface Services {
  readonly config: PublicConfig;
  readonly i18n: I18n;
  readonly session: SessionClient;
  /** Set in a tab that shows what a person sees. */
  readonly view?: KeptView | undefined;
  readonly api: Api;
}

interface ProvidersProps {
  readonly services: Services;
  readonly children: ReactNode;
}

/** Services of every screen. The data layer comes with the signed-in screens only. */
export function Providers({ services, children }: ProvidersProps) {
  return (
    <I18nextProvider i18n={services.i18n}>
      <ConfigProvider config={services.config}>
        <SessionProvider client={services.session}>
          <ApiProvider api={services.api}>
            {services.view && (
              <Suspense>
                <ViewBanner view={services.view} />
              </Suspense>
            )}
            <BrowserRouter>{children}</BrowserRouter>
          </ApiProvider>
        </SessionProvider>
      </ConfigProvider>
    </I18nextProvider>
  );
}
