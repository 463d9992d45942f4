import { longestName } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthForm } from '../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { meetsPolicy } from '../../shared/ui/password-policy.ts';
import { PasswordRules } from '../../shared/ui/password-rules.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { OtherSignIns } from './other-sign-ins.tsx';

export function SignUpPage() {
  const { t } = useTranslation();
  const { signUp } = useSession();
  const { passwordPolicy } = useConfig();
  const [typed, setTyped] = useState('');
  const form = useAuthForm(
    ({ displayName = '', email = '', password = '' }) => signUp({ displayName, email, password }),
    ({ password = '' }) =>
      meetsPolicy(password, passwordPolicy)
        ? {}
        : { password: (words) => words('auth.passwordRules.broken') },
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
        others={<OtherSignIns />}
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
          hint={<PasswordRules password={typed} />}
          error={form.fieldErrors.password}
          autoComplete="new-password"
          minLength={passwordPolicy.minLength}
          maxLength={passwordPolicy.maxLength}
          onChange={(event) => setTyped(event.target.value)}
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
