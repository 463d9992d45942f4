import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../../shared/auth-form/use-auth-form.ts';
import type { ActionLink } from './action-link.ts';
import { ActionDone, ActionFailed } from './action-outcome.tsx';
import { isDeadCode } from './is-dead-code.ts';
import { useFreshAccount } from './use-fresh-account.ts';
import { useApplyCode, useLookAtCode } from './use-mailed-code.ts';

/** Asks whether the proven address shall become the account's. */
export function ChangeEmailAction(link: ActionLink) {
  const { t } = useTranslation();
  return (
    <ConfirmAction
      {...link}
      type="VERIFY_AND_CHANGE_EMAIL"
      words="changeEmail"
      failed={t('errors.verificationFailed')}
    />
  );
}

/** Asks whether the former address shall come back, for people whose account somebody else has taken. */
export function RecoverEmailAction(link: ActionLink) {
  const { t } = useTranslation();
  return (
    <ConfirmAction
      {...link}
      type="RECOVER_EMAIL"
      words="recoverEmail"
      failed={t('errors.failedToRecoverEmail')}
    />
  );
}

interface ConfirmActionProps extends ActionLink {
  readonly type: 'VERIFY_AND_CHANGE_EMAIL' | 'RECOVER_EMAIL';
  readonly words: 'changeEmail' | 'recoverEmail';
  readonly failed: string;
}

/** Looks whose code it is, asks, and applies it when the person says so. */
function ConfirmAction(props: ConfirmActionProps) {
  const { t } = useTranslation();
  const { progress, askAgain } = useLookAtCode(props.code, props.type);
  const title = t(`auth.action.${props.words}.title`);

  switch (progress.status) {
    case 'waiting':
      return <AuthCard busy title={title} sub={t('auth.action.checking')} pageTitle={title} />;
    case 'failed':
      return (
        <ActionFailed
          title={title}
          failed={props.failed}
          error={progress.error}
          onRetry={() => void askAgain()}
        />
      );
    case 'answered':
      return <Question {...props} title={title} addresses={progress.answer} />;
  }
}

interface QuestionProps extends ConfirmActionProps {
  readonly title: string;
  readonly addresses: { readonly email: string; readonly newEmail?: string | undefined };
}

function Question({ title, addresses, words, failed, ...link }: QuestionProps) {
  const { t } = useTranslation();
  const { email, newEmail = email } = addresses;
  const apply = useApplyCode(link.code);
  const [applied, setApplied] = useState(false);
  const form = useAuthForm(async () => {
    await apply();
    setApplied(true);
  });
  useFreshAccount(applied);

  if (applied) {
    return (
      <ActionDone
        title={t(`auth.action.${words}.doneTitle`)}
        text={t(`auth.action.${words}.done`, { email: newEmail })}
        continueTo={link.continueTo}
        mayLeave={words === 'changeEmail'}
      />
    );
  }
  if (isDeadCode(form.failure)) {
    return <ActionFailed title={title} failed={failed} error={form.failure} />;
  }
  return (
    <AuthForm
      title={title}
      pageTitle={title}
      submit={t(`auth.action.${words}.submit`)}
      busy={form.busy}
      failed={failed}
      problem={form.problem}
      onSubmit={form.handleSubmit}
    >
      <p>{t(`auth.action.${words}.question`, { email, newEmail })}</p>
      <p className="text-small text-ink-2">{t(`auth.action.${words}.help`)}</p>
    </AuthForm>
  );
}
