import { finishInteraction, sendOobCode } from '@hearth/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { isPassing, isRefused } from '../../shared/api-error.ts';
import { AuthCard } from '../../shared/auth-form/auth-card.tsx';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

/** Says to another front end who is signed in here, and leads back to it. */
export function ContinueSignInPage() {
  const { t } = useTranslation();
  const { busy, error, dialog, goOn } = useGoOn();
  const title = t(`auth.continueSignIn.${error === undefined ? 'title' : 'failedTitle'}`);
  const mayTryAgain = isPassing(error) || isRefused(error, 'auth/requires-recent-login');

  return (
    <AuthCard title={title} pageTitle={title} busy={busy}>
      {error === undefined ? (
        <p className="text-ink-2">{t('auth.continueSignIn.working')}</p>
      ) : (
        <>
          <Notice tone="bad" title={t('auth.continueSignIn.failed')}>
            {toText(error, t)}
          </Notice>
          {mayTryAgain && (
            <Button variant="primary" size="wide" busy={busy} onClick={goOn}>
              {t('auth.continueSignIn.retry')}
            </Button>
          )}
          <ButtonLink to={paths.dashboard} size="wide">
            {t('auth.continueSignIn.toProjects')}
          </ButtonLink>
        </>
      )}
      {dialog}
    </AuthCard>
  );
}

function useGoOn() {
  const api = useApi();
  const { takeEntry } = useSession();
  const { emailVerified } = useAccount();
  const id = new URLSearchParams(useLocation().search).get('interaction') ?? '';
  const { busy, error, run } = useChange();
  const recent = useRecentSignIn();
  const hasBegun = useRef(false);

  async function finish() {
    // The front end knows nothing of it, and the page is left before the dashboard could ask.
    if (takeEntry() === 'sign-up' && !emailVerified) {
      await api.call(sendOobCode, { requestType: 'VERIFY_EMAIL' }).catch(() => undefined);
    }
    const answer = await recent.run(() => api.call(finishInteraction, { id }));
    location.replace(answer.return_to);
    return 'leaving';
  }
  const goOn = () => void run(finish);

  useEffect(() => {
    if (!hasBegun.current) {
      hasBegun.current = true;
      goOn();
    }
  });

  return { busy, error, dialog: recent.dialog, goOn };
}
