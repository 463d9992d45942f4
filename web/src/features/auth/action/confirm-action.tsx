import type { OutputOf, resetPassword } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../../shared/auth-form/use-auth-form.ts';
import { useProviderName } from '../../../shared/social/use-provider-name.ts';
import type { ActionLink } from './action-link.ts';
import { ActionDone, ActionFailed } from './action-outcome.tsx';
import { isDeadCode, useApplyCode, useFreshAccount, useLookAtCode } from './use-mailed-code.ts';

/** Codes that are applied after a question, each with its words. */
const confirmed = {
  VERIFY_AND_CHANGE_EMAIL: { words: 'changeEmail', failed: 'errors.verificationFailed' },
  RECOVER_EMAIL: { words: 'recoverEmail', failed: 'errors.failedToRecoverEmail' },
  REVERT_LINK: { words: 'revertLink', failed: 'errors.failedToUndo' },
  REVERT_UNLINK: { words: 'revertUnlink', failed: 'errors.failedToUndo' },
  REVERT_FACTORS: { words: 'revertFactors', failed: 'errors.failedToUndo' },
  CONTEST_RECOVERY: { words: 'contestRecovery', failed: 'errors.failedToContest' },
  CONFIRM_EMAIL_CHANGE: { words: 'confirmEmailChange', failed: 'errors.verificationFailed' },
  STOP_EMAIL_CHANGE: { words: 'stopEmailChange', failed: 'errors.failedToStop' },
  KEEP_ACCOUNT: { words: 'keepAccount', failed: 'errors.failedToKeep' },
} as const;

type ConfirmedType = keyof typeof confirmed;

/** Asks whether the proven address becomes the account's. */
export const ChangeEmailAction = (link: ActionLink) => (
  <ConfirmAction {...link} type="VERIFY_AND_CHANGE_EMAIL" />
);

/** Asks whether the former address comes back, for people whose account somebody else has taken. */
export const RecoverEmailAction = (link: ActionLink) => (
  <ConfirmAction {...link} type="RECOVER_EMAIL" />
);

/** Asks whether to unlink a provider that someone else may have linked. */
export const RevertLinkAction = (link: ActionLink) => (
  <ConfirmAction {...link} type="REVERT_LINK" />
);

/** Asks whether to bring back a provider that someone else may have unlinked. */
export const RevertUnlinkAction = (link: ActionLink) => (
  <ConfirmAction {...link} type="REVERT_UNLINK" />
);

/** Asks whether to put second factors back that someone else may have changed. */
export const RevertFactorsAction = (link: ActionLink) => (
  <ConfirmAction {...link} type="REVERT_FACTORS" />
);

/** Asks people who lost an account to its earlier mailbox whether it is theirs. */
export const ContestRecoveryAction = (link: ActionLink) => (
  <ConfirmAction {...link} type="CONTEST_RECOVERY" />
);

/** Asks whether the new address of a change that support has begun is the reader's. */
export const ConfirmEmailChangeAction = (link: ActionLink) => (
  <ConfirmAction {...link} type="CONFIRM_EMAIL_CHANGE" />
);

/** Asks the old mailbox whether to stop such a change. */
export const StopEmailChangeAction = (link: ActionLink) => (
  <ConfirmAction {...link} type="STOP_EMAIL_CHANGE" />
);

/** Asks whether to keep an account whose deletion support has planned. */
export const KeepAccountAction = (link: ActionLink) => (
  <ConfirmAction {...link} type="KEEP_ACCOUNT" />
);

/** Codes after which the person cannot sign in yet. */
const withoutSignIn: readonly ConfirmedType[] = [
  'RECOVER_EMAIL',
  'CONTEST_RECOVERY',
  'CONFIRM_EMAIL_CHANGE',
];

interface ConfirmActionProps extends ActionLink {
  readonly type: ConfirmedType;
}

/** Looks what the code is about, asks, and applies it when the person says so. */
function ConfirmAction(props: ConfirmActionProps) {
  const { t } = useTranslation();
  const { words, failed } = confirmed[props.type];
  const { progress, askAgain } = useLookAtCode(props.code, props.type);
  const title = t(`auth.action.${words}.title`);

  switch (progress.status) {
    case 'waiting':
      return <AuthCard busy title={title} sub={t('auth.action.checking')} pageTitle={title} />;
    case 'failed':
      return (
        <ActionFailed
          title={title}
          failed={t(failed)}
          error={progress.error}
          onRetry={() => void askAgain()}
        />
      );
    case 'answered':
      return <Question {...props} title={title} about={progress.answer} />;
  }
}

interface QuestionProps extends ConfirmActionProps {
  readonly title: string;
  readonly about: OutputOf<typeof resetPassword>;
}

function Question({ title, about, type, code, continueTo }: QuestionProps) {
  const { t } = useTranslation();
  const { words, failed } = confirmed[type];
  const facts = useFacts(about);
  const apply = useApplyCode(code);
  const [applied, setApplied] = useState(false);
  const form = useAuthForm([], async () => {
    await apply();
    setApplied(true);
  });
  useFreshAccount(applied);

  if (applied) {
    return (
      <ActionDone
        title={t(`auth.action.${words}.doneTitle`)}
        text={t(`auth.action.${words}.done`, facts)}
        continueTo={continueTo}
        isSignInNext={!withoutSignIn.includes(type)}
      />
    );
  }
  if (isDeadCode(form.failure)) {
    return <ActionFailed title={title} failed={t(failed)} error={form.failure} />;
  }
  return (
    <AuthForm
      title={title}
      pageTitle={title}
      submit={t(`auth.action.${words}.submit`)}
      busy={form.busy}
      failed={t(failed)}
      problem={form.problem}
      onSubmit={form.handleSubmit}
    >
      <p className="wrap-anywhere">{t(`auth.action.${words}.question`, facts)}</p>
      <p className="text-small text-ink-2">{t(`auth.action.${words}.help`, facts)}</p>
    </AuthForm>
  );
}

/** Names and addresses that the sentences speak of. */
function useFacts({
  email,
  newEmail = email,
  providerId = '',
  providerEmail,
}: QuestionProps['about']) {
  const { t } = useTranslation();
  const name = useProviderName()(providerId);
  const provider = providerEmail
    ? t('auth.action.providerOf', { provider: name, email: providerEmail })
    : name;
  return { email, newEmail, name, provider };
}
