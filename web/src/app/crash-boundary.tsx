import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../shared/ui/button.tsx';
import { PageTitle } from '../shared/ui/page-title.tsx';

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
    <main className="glow grid min-h-dvh content-center justify-items-center gap-5 px-4 text-center">
      <PageTitle>{t('errors.crash.title')}</PageTitle>
      <p className="max-w-[44ch] text-ink-2">{t('errors.crash.hint')}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('errors.crash.reload')}
      </Button>
    </main>
  );
}
