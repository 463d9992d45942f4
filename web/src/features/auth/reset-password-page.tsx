import { sendOobCode } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { isRefused } from '../../shared/api-error.ts';
import { AuthForm } from '../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { paths } from '../../shared/paths.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';

/** Has a link mailed; says the same whether or not somebody has the address. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const api = useApi();
  const [sent, setSent] = useState(false);
  const form = useAuthForm(['email'], async ({ email }) => {
    setSent(false);
    const input = { requestType: 'PASSWORD_RESET', email };
    await api.call(sendOobCode, input, { withoutSession: true });
    setSent(true);
  });

  return (
    <>
      <AuthForm
        title={t('auth.resetPassword.title')}
        sub={t('auth.resetPassword.sub')}
        pageTitle={t('auth.resetPassword.pageTitle')}
        submit={t('auth.resetPassword.submit')}
        sent={sent}
        busy={form.busy}
        failed={t('errors.failedToSendResetEmail')}
        problem={form.problem}
        remedy={isRefused(form.failure, 'auth/too-many-requests') && t('auth.linkStillWorks')}
        done={
          sent && (
            <Notice tone="good" title={t('auth.resetPassword.sentTitle')}>
              {t('auth.passwordResetEmailSent')}
            </Notice>
          )
        }
        onSubmit={form.handleSubmit}
      >
        <TextField
          {...form.field('email')}
          type="email"
          label={t('auth.email')}
          autoComplete="username"
          required
        />
      </AuthForm>
      <p className="text-center">
        <TextLink to={paths.signIn} state={{ email: form.values.email }}>
          {t('auth.resetPassword.back')}
        </TextLink>
      </p>
    </>
  );
}
