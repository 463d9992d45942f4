import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../../shared/auth-form/use-auth-form.ts';
import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import type { ActionLink } from './action-link.ts';
import { ActionFailed, ActionLeave } from './action-outcome.tsx';
import { AskerFacts } from './asker-facts.tsx';
import {
  type Asker,
  isDeadCode,
  useDisownAccount,
  useFreshAccount,
  useLookAtCode,
} from './use-mailed-code.ts';

interface DisownQuestionProps {
  readonly code: string;
  readonly email: string;
  readonly asker: Asker | undefined;
  readonly made: 'asked' | 'verified';
  /** The way back, if there is one. */
  readonly others?: ReactNode;
}

/** Says what "this was not me" does, and does it when the person agrees. */
export function DisownQuestion({ code, email, asker, made, others }: DisownQuestionProps) {
  const { t } = useTranslation();
  const disown = useDisownAccount(code);
  const [disowned, setDisowned] = useState(false);
  const form = useAuthForm([], async () => {
    await disown();
    setDisowned(true);
  });
  useFreshAccount(disowned);
  const title = t('auth.action.disown.title');

  if (disowned) {
    return <Disowned email={email} />;
  }
  if (isDeadCode(form.failure)) {
    return <DisownFailed error={form.failure} />;
  }
  return (
    <AuthForm
      title={title}
      pageTitle={title}
      submit={t('auth.action.disown.submit')}
      busy={form.busy}
      failed={t('errors.failedToDisown')}
      problem={form.problem}
      others={others}
      onSubmit={form.handleSubmit}
    >
      <p>{t('auth.action.disown.question', { email })}</p>
      {asker && <AskerFacts asker={asker} made={made} />}
      <p className="text-small text-ink-2">{t('auth.action.disown.help')}</p>
    </AuthForm>
  );
}

function Disowned({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const title = t('auth.action.disown.doneTitle');
  return (
    <AuthCard title={title} pageTitle={title}>
      <Notice tone="good">{t('auth.action.disown.done')}</Notice>
      <p>{t('auth.action.disown.next', { email })}</p>
      <ButtonLink to={paths.resetPassword} size="wide">
        {t('auth.action.disown.setPassword')}
      </ButtonLink>
      <ActionLeave variant="quiet" />
    </AuthCard>
  );
}

interface DisownFailedProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** If the link was used or has expired, a new password by mail ends the same sign-ins. */
function DisownFailed({ error, onRetry }: DisownFailedProps) {
  const { t } = useTranslation();
  return (
    <ActionFailed
      title={t('auth.action.disown.title')}
      failed={t('errors.failedToDisown')}
      error={error}
      newLink={{ to: paths.resetPassword, words: t('auth.action.disown.setPassword') }}
      {...(onRetry && { onRetry })}
    />
  );
}

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
