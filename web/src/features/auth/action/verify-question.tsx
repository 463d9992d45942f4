import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../../shared/auth-form/use-auth-form.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ActionFailed } from './action-outcome.tsx';
import { AskerFacts } from './asker-facts.tsx';
import { DisownQuestion } from './disown-question.tsx';
import { isDeadCode } from './is-dead-code.ts';
import { type Asker, useApplyCode } from './use-mailed-code.ts';

interface VerifyQuestionProps {
  readonly code: string;
  readonly email: string;
  readonly asker: Asker | undefined;
  readonly onVerified: () => void;
}

/** Asks the reader of the mailbox whether the account is theirs. */
export function VerifyQuestion({ code, email, asker, onVerified }: VerifyQuestionProps) {
  const { t } = useTranslation();
  const apply = useApplyCode(code);
  const [isDoubted, setDoubted] = useState(false);
  const form = useAuthForm(async () => {
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
    const anew = { to: paths.profile, words: t('auth.action.verifyEmail.anew') };
    return <ActionFailed title={title} failed={failed} error={form.failure} anew={anew} />;
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
