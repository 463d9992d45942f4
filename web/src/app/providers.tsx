import type { PublicConfig } from '@hearth/contract';
import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { type Api, ApiProvider } from '../shared/api/index.ts';
import { ConfigProvider } from '../shared/config/index.ts';
import '../shared/input-methods.ts';
import { type SessionClient, SessionProvider } from '../shared/session/index.ts';
import './back-button.ts';

export interface Services {
  readonly config: PublicConfig;
  readonly i18n: I18n;
  readonly session: SessionClient;
  /** Stands above each page. */
  readonly banner?: ReactNode;
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
            {services.banner}
            <BrowserRouter>{children}</BrowserRouter>
          </ApiProvider>
        </SessionProvider>
      </ConfigProvider>
    </I18nextProvider>
  );
}
