import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../shared/api/use-answer.ts';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../../shared/auth-form/use-auth-form.ts';
import { paths } from '../../../shared/paths.ts';
import { useSession } from '../../../shared/session/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import type { ActionLink } from './action-link.ts';
import { ActionDone, ActionFailed } from './action-outcome.tsx';
import { AskerFacts } from './asker-facts.tsx';
import { DisownQuestion } from './disown-question.tsx';
import {
  type Asker,
  isDeadCode,
  useApplyCode,
  useFreshAccount,
  useLookAtCode,
} from './use-mailed-code.ts';

/**
 * A browser with a session of the account verifies by itself. Any other names the account and waits for a press, since
 * mail gateways open links too.
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
  const { email, asker, emailVerified } = progress.answer;
  if (verified || emailVerified) {
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
      newLink={{ to: paths.profile, words: t('auth.action.verifyEmail.newLink') }}
      onRetry={onRetry}
    />
  );
}

interface VerifyQuestionProps {
  readonly code: string;
  readonly email: string;
  readonly asker: Asker | undefined;
  readonly onVerified: () => void;
}

/** Asks the reader of the mailbox whether the account is theirs. */
function VerifyQuestion({ code, email, asker, onVerified }: VerifyQuestionProps) {
  const { t } = useTranslation();
  const apply = useApplyCode(code);
  const [isDoubted, setDoubted] = useState(false);
  const form = useAuthForm([], async () => {
    await apply();
    onVerified();
  });
  const title = t('auth.action.verifyEmail.title');
  const failed = t('errors.failedToVerifyEmail');

  if (isDoubted) {
    return (
      <DisownQuestion
        code={code}
        email={email}
        asker={asker}
        made="asked"
        others={
          <Button variant="quiet" size="wide" onClick={() => setDoubted(false)}>
            {t('auth.action.disown.back')}
          </Button>
        }
      />
    );
  }
  if (isDeadCode(form.failure)) {
    const newLink = { to: paths.profile, words: t('auth.action.verifyEmail.newLink') };
    return <ActionFailed title={title} failed={failed} error={form.failure} newLink={newLink} />;
  }
  return (
    <AuthForm
      title={title}
      pageTitle={title}
      submit={t('auth.action.verifyEmail.submit')}
      busy={form.busy}
      failed={failed}
      problem={form.problem}
      others={
        <Button size="wide" off={form.busy} onClick={() => setDoubted(true)}>
          {t('auth.action.verifyEmail.notMe')}
        </Button>
      }
      onSubmit={form.handleSubmit}
    >
      <p>{t('auth.action.verifyEmail.question', { email })}</p>
      {asker && <AskerFacts asker={asker} made="asked" />}
      <p className="text-small text-ink-2">{t('auth.action.verifyEmail.help')}</p>
    </AuthForm>
  );
}
