import { useTranslation } from 'react-i18next';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import type { ActionLink } from './action-link.ts';
import { DisownFailed, DisownQuestion } from './disown-question.tsx';
import { useLookAtCode } from './use-mailed-code.ts';

/** For people whose address was verified for a stranger's account. */
export function RevertVerificationAction({ code }: ActionLink) {
  const { t } = useTranslation();
  const { progress, askAgain } = useLookAtCode(code, 'REVERT_VERIFICATION');
  const title = t('auth.action.disown.title');

  switch (progress.status) {
    case 'waiting':
      return <AuthCard busy title={title} sub={t('auth.action.checking')} pageTitle={title} />;
    case 'failed':
      return <DisownFailed error={progress.error} onRetry={() => void askAgain()} />;
    case 'answered': {
      const { email, asker } = progress.answer;
      return <DisownQuestion code={code} email={email} asker={asker} made="verified" />;
    }
  }
}
