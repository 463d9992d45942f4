import type { OutputOf, resetPassword } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../../shared/auth-form/use-auth-form.ts';
import { useProviderName } from '../../../shared/social/use-provider-name.ts';
import type { ActionLink } from './action-link.ts';
import { ActionDone, ActionFailed } from './action-outcome.tsx';
import { isDeadCode } from './is-dead-code.ts';
import { useFreshAccount } from './use-fresh-account.ts';
import { useApplyCode, useLookAtCode } from './use-mailed-code.ts';

/** Asks whether to unlink a provider that someone else may have linked. */
export function RevertLinkAction(link: ActionLink) {
  return <RevertAction {...link} type="REVERT_LINK" words="revertLink" />;
}

/** Asks whether to bring back a provider that someone else may have unlinked. */
export function RevertUnlinkAction(link: ActionLink) {
  return <RevertAction {...link} type="REVERT_UNLINK" words="revertUnlink" />;
}

interface RevertActionProps extends ActionLink {
  readonly type: 'REVERT_LINK' | 'REVERT_UNLINK';
  readonly words: 'revertLink' | 'revertUnlink';
}

/** Looks what the code is about, asks, and applies it when the person says so. */
function RevertAction(props: RevertActionProps) {
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
          failed={t('errors.failedToUndo')}
          error={progress.error}
          onRetry={() => void askAgain()}
        />
      );
    case 'answered':
      return <Question {...props} title={title} about={progress.answer} />;
  }
}

interface QuestionProps extends RevertActionProps {
  readonly title: string;
  readonly about: OutputOf<typeof resetPassword>;
}

function Question({ title, about, words, code, continueTo }: QuestionProps) {
  const { t } = useTranslation();
  const { email, providerId = '', providerEmail } = about;
  const name = useProviderName()(providerId);
  const provider = providerEmail
    ? t('auth.action.providerOf', { provider: name, email: providerEmail })
    : name;
  const apply = useApplyCode(code);
  const [applied, setApplied] = useState(false);
  const form = useAuthForm(async () => {
    await apply();
    setApplied(true);
  });
  useFreshAccount(applied);

  if (applied) {
    const text = t(`auth.action.${words}.done`, { provider, name, email });
    const doneTitle = t(`auth.action.${words}.doneTitle`);
    return <ActionDone title={doneTitle} text={text} continueTo={continueTo} />;
  }
  const failed = t('errors.failedToUndo');
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
      <p className="wrap-anywhere">{t(`auth.action.${words}.question`, { provider, email })}</p>
      <p className="text-small text-ink-2">{t(`auth.action.${words}.help`, { name })}</p>
    </AuthForm>
  );
}
