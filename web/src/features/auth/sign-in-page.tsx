import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { useAuthForm } from './use-auth-form.ts';

export function SignInPage() {
  const { t } = useTranslation();
  const { signIn } = useSession();
  const form = useAuthForm(({ email = '', password = '' }) => signIn({ email, password }));

  return (
    <>
      <AuthForm
        title={t('auth.signIn.title')}
        sub={t('auth.signIn.sub')}
        submit={t('auth.signIn.submit')}
        busy={form.busy}
        failed={t('errors.failedSignIn')}
        problem={form.problem}
        onSubmit={form.handleSubmit}
      >
        <TextField
          name="email"
          type="email"
          label={t('auth.email')}
          error={form.fieldErrors.email}
          autoComplete="username"
          required
        />
        <PasswordField
          name="password"
          label={t('auth.password')}
          error={form.fieldErrors.password}
          autoComplete="current-password"
          required
        />
      </AuthForm>
      <p className="text-center text-ink-2">
        {t('auth.signIn.noAccount')}{' '}
        <TextLink to={paths.signUp}>{t('auth.signIn.toSignUp')}</TextLink>
      </p>
    </>
  );
}
