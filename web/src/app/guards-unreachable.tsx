import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../shared/session/index.ts';
import { Button } from '../shared/ui/button.tsx';
import { PageTitle } from '../shared/ui/page-title.tsx';
import { usePageTitle } from '../shared/ui/use-page-title.ts';

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
    <main className="glow grid min-h-dvh content-center justify-items-center gap-5 px-4 text-center">
      <PageTitle>{title}</PageTitle>
      <p className="max-w-[44ch] text-ink-2">{t('errors.unreachable.hint')}</p>
      <Button variant="primary" busy={busy} onClick={() => void handleRetry()}>
        {t('errors.unreachable.retry')}
      </Button>
    </main>
  );
}
