import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../shared/session/index.ts';
import { usePageTitle } from '../shared/ui/use-page-title.ts';
import { StopPage } from './stop-page.tsx';

/** The server could not say who is signed in; a sign-in form here would be a lie. */
export function Unreachable() {
  const { t } = useTranslation();
  const { reload } = useSession();
  const [busy, setBusy] = useState(false);
  const title = t('errors.unreachable.title');
  usePageTitle(title);

  async function handleRetry() {
    setBusy(true);
    await reload();
    setBusy(false);
  }

  return (
    <StopPage
      title={title}
      hint={t('errors.unreachable.hint')}
      action={t('errors.unreachable.retry')}
      busy={busy}
      onAction={() => void handleRetry()}
    />
  );
}
