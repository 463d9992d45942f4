import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { AuthForm } from '../../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../../shared/auth-form/use-auth-form.ts';
import { meetsPolicy } from '../../../shared/password/password-policy.ts';
import { PasswordRules } from '../../../shared/password/password-rules.tsx';
import { usePasswordPolicy } from '../../../shared/password/use-password-policy.ts';
import { paths } from '../../../shared/paths.ts';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import type { ActionLink } from './action-link.ts';
import { ActionDone, ActionFailed } from './action-outcome.tsx';
import { isDeadCode, useFreshAccount, useLookAtCode, useSetPassword } from './use-mailed-code.ts';

/** Looks whose password it is, then asks for a new one. */
export function ResetPasswordAction({ code, continueTo }: ActionLink) {
  const { t } = useTranslation();
  const { progress, askAgain } = useLookAtCode(code, 'PASSWORD_RESET');
  const title = t('auth.action.resetPassword.title');

  switch (progress.status) {
    case 'waiting':
      return <AuthCard busy title={title} sub={t('auth.action.checking')} pageTitle={title} />;
    case 'failed':
      return (
        <ActionFailed
          title={title}
          failed={t('errors.verificationFailed')}
          error={progress.error}
          newLink={{ to: paths.resetPassword, words: t('auth.action.resetPassword.newLink') }}
          onRetry={() => void askAgain()}
        />
      );
    case 'answered':
      return <NewPassword code={code} continueTo={continueTo} email={progress.answer.email} />;
  }
}

function NewPassword({ code, continueTo, email }: ActionLink & { readonly email: string }) {
  const { t } = useTranslation();
  const passwordPolicy = usePasswordPolicy();
  const setPassword = useSetPassword(code);
  const [saved, setSaved] = useState(false);
  const form = useAuthForm(
    ['password', 'confirmPassword'],
    async ({ password }) => {
      await setPassword(password);
      setSaved(true);
    },
    useCheckNewPassword(),
  );
  useFreshAccount(saved);
  const title = t('auth.action.resetPassword.title');

  if (saved) {
    return (
      <ActionDone
        title={t('auth.action.resetPassword.doneTitle')}
        text={t('auth.action.resetPassword.done')}
        continueTo={continueTo}
      />
    );
  }
  if (isDeadCode(form.failure)) {
    return (
      <ActionFailed
        title={title}
        failed={t('auth.action.resetPassword.failed')}
        error={form.failure}
        newLink={{ to: paths.resetPassword, words: t('auth.action.resetPassword.newLink') }}
      />
    );
  }
  return (
    <AuthForm
      title={title}
      sub={t('auth.action.resetPassword.sub', { email })}
      pageTitle={title}
      submit={t('auth.action.resetPassword.submit')}
      busy={form.busy}
      failed={t('auth.action.resetPassword.failed')}
      problem={form.problem}
      onSubmit={form.handleSubmit}
    >
      {/* So that password managers know whose password they keep. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={t('auth.newPassword')}
        hint={<PasswordRules password={form.values.password} />}
        autoComplete="new-password"
        maxLength={passwordPolicy.maxLength}
        required
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label={t('auth.confirmPassword')}
        autoComplete="new-password"
        maxLength={passwordPolicy.maxLength}
        required
      />
    </AuthForm>
  );
}

function useCheckNewPassword() {
  const { t } = useTranslation();
  const passwordPolicy = usePasswordPolicy();
  const { minLength: count } = passwordPolicy;

  return ({ password, confirmPassword }: Record<'password' | 'confirmPassword', string>) => {
    if (password.length < count) {
      return { password: t('auth.passwordMismatch', { count }) };
    }
    if (!meetsPolicy(password, passwordPolicy)) {
      return { password: t('auth.passwordRules.broken') };
    }
    return { confirmPassword: password !== confirmPassword && t('auth.passwordsNoMatch') };
  };
}
