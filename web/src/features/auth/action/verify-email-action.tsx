import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../shared/api/use-answer.ts';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { paths } from '../../../shared/paths.ts';
import type { ActionLink } from './action-link.ts';
import { ActionDone, ActionFailed } from './action-outcome.tsx';
import { useFreshAccount } from './use-fresh-account.ts';
import { useApplyCode } from './use-mailed-code.ts';

/** Applies the code by itself: whoever sees this page runs scripts, so no mail scanner gets here. */
export function VerifyEmailAction({ code, continueTo }: ActionLink) {
  const { t } = useTranslation();
  const { progress, askAgain } = useAnswer(useApplyCode(code));
  useFreshAccount(progress.status === 'answered');
  const title = t('auth.action.verifyEmail.title');

  switch (progress.status) {
    case 'waiting':
      return (
        <AuthCard
          busy
          title={title}
          sub={t('auth.action.verifyEmail.verifying')}
          pageTitle={title}
        />
      );
    case 'failed':
      return (
        <ActionFailed
          title={title}
          failed={t('errors.failedToVerifyEmail')}
          error={progress.error}
          anew={{ to: paths.profile, words: t('auth.action.verifyEmail.anew') }}
          onRetry={() => void askAgain()}
        />
      );
    case 'answered':
      return (
        <ActionDone
          title={t('auth.action.verifyEmail.doneTitle')}
          text={t('auth.action.verifyEmail.done', { email: progress.answer.email })}
          continueTo={continueTo}
        />
      );
  }
}
