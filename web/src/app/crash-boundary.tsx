import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
