import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tabStorage } from '../shared/browser-storage.ts';
import { untilReachable } from '../shared/online/online.ts';
import { StopPage } from './stop-page.tsx';

interface CrashBoundaryProps {
  readonly children: ReactNode;
}

/** A bug, or a file that could not be loaded, shows a page with a way on instead of nothing. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}

function Crash() {
  const { t } = useTranslation();
  return (
    <StopPage
      title={t('errors.crash.title')}
      hint={t('errors.crash.hint')}
      action={t('errors.crash.reload')}
      onAction={() => window.location.reload()}
    />
  );
}

const mark = 'hearth-reloaded-at';
const againAfterMs = 60_000;

/**
 * A tab that was open during a deploy asks for files of the old build, so it loads the new one, once. Without a network
 * the loader waits instead.
 */
export function reloadOnceForNewBuild(reload: () => void = reloadWhenReachable): void {
  window.addEventListener('vite:preloadError', (event) => {
    const isDue = Date.now() - Number(tabStorage.get(mark)) > againAfterMs;
    // Without storage nothing would stop it from loading again and again.
    if (navigator.onLine && isDue && tabStorage.set(mark, String(Date.now()))) {
      event.preventDefault();
      reload();
    }
  });
}

/** A reload while the server is away would leave the person with the browser's error page. */
function reloadWhenReachable(): void {
  void untilReachable().then(() => window.location.reload());
}
