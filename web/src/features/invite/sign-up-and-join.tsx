import { longestName } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthForm } from '../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { meetsPolicy } from '../../shared/ui/password-policy.ts';
import { PasswordRules } from '../../shared/ui/password-rules.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { comeBack } from './come-back.ts';
import { InviteFacts } from './invite-facts.tsx';
import type { ProvenState } from './invite-state.ts';
import type { ScreenProps } from './screen-props.ts';
import { useInviteText } from './use-invite-text.ts';

/** Account and membership in one go, for somebody new. */
export function SignUpAndJoin({ link, state, steps }: ScreenProps<ProvenState>) {
  const { t } = useTranslation();
  const { title, text } = useInviteText(state);
  const { passwordPolicy } = useConfig();
  const [typed, setTyped] = useState('');
  const { email } = state.details;
  const form = useAuthForm(
    ({ displayName = '', password = '' }) => steps.signUpAndJoin({ displayName, email, password }),
    ({ password = '' }) =>
      meetsPolicy(password, passwordPolicy)
        ? {}
        : { password: (words) => words('auth.passwordRules.broken') },
  );

  return (
    <>
      <AuthForm
        title={title}
        sub={text}
        pageTitle={title}
        submit={t('invitation.steps.signUp')}
        busy={form.busy}
        failed={t('errors.failedSignUp')}
        problem={form.problem}
        onSubmit={form.handleSubmit}
      >
        <InviteFacts details={state.details} />
        <TextField
          name="email"
          label={t('auth.email')}
          autoComplete="username"
          value={email}
          readOnly
        />
        <TextField
          name="displayName"
          label={t('auth.signUp.name')}
          error={form.fieldErrors.displayName}
          autoComplete="name"
          maxLength={longestName}
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
      <TextLink to={paths.signUp} {...comeBack(link)}>
        {t('invitation.steps.otherWays')}
      </TextLink>
    </>
  );
}
