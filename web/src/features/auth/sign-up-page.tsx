import { longestName } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { AuthForm } from './auth-form.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { usePasswordHint } from './use-password-hint.ts';

export function SignUpPage() {
  const { t } = useTranslation();
  const { signUp } = useSession();
  const { minLength, maxLength } = useConfig().passwordPolicy;
  const passwordHint = usePasswordHint();
  const form = useAuthForm(({ displayName = '', email = '', password = '' }) =>
    signUp({ displayName, email, password }),
  );

  return (
    <>
      <AuthForm
        title={t('auth.signUp.title')}
        sub={t('auth.signUp.sub')}
        submit={t('auth.signUp.submit')}
        busy={form.busy}
        failed={t('errors.failedSignUp')}
        problem={form.problem}
        onSubmit={form.handleSubmit}
      >
        <TextField
          name="displayName"
          label={t('auth.signUp.name')}
          error={form.fieldErrors.displayName}
          autoComplete="name"
          maxLength={longestName}
          required
        />
        <TextField
          name="email"
          type="email"
          label={t('auth.email')}
          error={form.fieldErrors.email}
          autoComplete="email"
          required
        />
        <PasswordField
          name="password"
          label={t('auth.password')}
          hint={passwordHint}
          error={form.fieldErrors.password}
          autoComplete="new-password"
          minLength={minLength}
          maxLength={maxLength}
          required
        />
      </AuthForm>
      <p className="text-center text-ink-2">
        {t('auth.signUp.haveAccount')}{' '}
        <TextLink to={paths.signIn}>{t('auth.signUp.toSignIn')}</TextLink>
      </p>
    </>
  );
}
