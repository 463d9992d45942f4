import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../shared/api/use-answer.ts';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { paths } from '../../../shared/paths.ts';
import { useSession } from '../../../shared/session/index.ts';
import type { ActionLink } from './action-link.ts';
import { ActionDone, ActionFailed } from './action-outcome.tsx';
import { useFreshAccount } from './use-fresh-account.ts';
import { useApplyCode, useLookAtCode } from './use-mailed-code.ts';
import { VerifyQuestion } from './verify-question.tsx';

/**
 * A browser that holds a session of the account verifies by itself. Any other shows whose account asks and waits for
 * a press: mail gateways open links too, and the account may be a stranger's.
 */
export function VerifyEmailAction({ code, continueTo }: ActionLink) {
  const { t } = useTranslation();
  const { progress, askAgain } = useLookAtCode(code, 'VERIFY_EMAIL');
  const { status, account } = useSession();
  const [verified, setVerified] = useState(false);
  useFreshAccount(verified);
  const title = t('auth.action.verifyEmail.title');

  if (progress.status === 'failed') {
    return <VerifyFailed error={progress.error} onRetry={() => void askAgain()} />;
  }
  if (progress.status === 'waiting' || status === 'loading') {
    return <AuthCard busy title={title} sub={t('auth.action.checking')} pageTitle={title} />;
  }
  const { email, asker } = progress.answer;
  if (verified) {
    return (
      <ActionDone
        title={t('auth.action.verifyEmail.doneTitle')}
        text={t('auth.action.verifyEmail.done', { email })}
        continueTo={continueTo}
      />
    );
  }
  const onVerified = () => setVerified(true);
  return account && account.uid === asker?.localId ? (
    <VerifyBySession code={code} onVerified={onVerified} />
  ) : (
    <VerifyQuestion code={code} email={email} asker={asker} onVerified={onVerified} />
  );
}

interface VerifyBySessionProps {
  readonly code: string;
  readonly onVerified: () => void;
}

/** Mailbox and session are in one hand here, so there is nothing to ask. */
function VerifyBySession({ code, onVerified }: VerifyBySessionProps) {
  const { t } = useTranslation();
  const { progress, askAgain } = useAnswer(useApplyCode(code, 'with-session'));
  const isVerified = progress.status === 'answered';
  useEffect(() => {
    if (isVerified) {
      onVerified();
    }
  }, [isVerified, onVerified]);
  const title = t('auth.action.verifyEmail.title');

  return progress.status === 'failed' ? (
    <VerifyFailed error={progress.error} onRetry={() => void askAgain()} />
  ) : (
    <AuthCard busy title={title} sub={t('auth.action.verifyEmail.verifying')} pageTitle={title} />
  );
}

interface VerifyFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function VerifyFailed({ error, onRetry }: VerifyFailedProps) {
  const { t } = useTranslation();
  return (
    <ActionFailed
      title={t('auth.action.verifyEmail.title')}
      failed={t('errors.failedToVerifyEmail')}
      error={error}
      anew={{ to: paths.profile, words: t('auth.action.verifyEmail.anew') }}
      onRetry={onRetry}
    />
  );
}
