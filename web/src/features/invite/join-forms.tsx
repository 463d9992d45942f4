import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api-error.ts';
import { AuthForm } from '../../shared/auth-form/auth-form.tsx';
import {
  FirstPasswordField,
  NewNameField,
  useCheckFirstPassword,
} from '../../shared/auth-form/new-account-fields.tsx';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { WhoInvites } from '../../shared/auth-form/who-invites.tsx';
import { paths } from '../../shared/paths.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { InviteFacts, type ScreenProps, useInviteText } from './invite-card.tsx';
import { comeBack } from './invite-link.ts';
import type { ProvenState } from './invite-state.ts';

/** Account and membership in one go, for somebody new. */
export function SignUpAndJoin({ link, state, steps }: ScreenProps<ProvenState>) {
  const { t } = useTranslation();
  const { title, text } = useInviteText(state);
  const { email } = state.details;
  const form = useAuthForm(
    ['displayName', 'password'],
    (typed) => steps.signUpAndJoin({ ...typed, email }),
    useCheckFirstPassword(),
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
        remedy={isRefused(form.failure, 'auth/admin-restricted-operation') && <WhoInvites />}
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
        <NewNameField field={form.field('displayName')} />
        <FirstPasswordField field={form.field('password')} typed={form.values.password} />
      </AuthForm>
      <TextLink to={paths.signUp} {...comeBack(link)}>
        {t('invitation.steps.otherWays')}
      </TextLink>
    </>
  );
}

/** For the invited person, who is signed out. */
export function SignInAndJoin({ link, state, steps }: ScreenProps<ProvenState>) {
  const { t } = useTranslation();
  const { title, text } = useInviteText(state);
  const { email } = state.details;
  const form = useAuthForm(['password'], ({ password }) =>
    steps.signInAndJoin({ email, password }),
  );

  return (
    <>
      <AuthForm
        title={title}
        sub={text}
        pageTitle={title}
        submit={t('invitation.steps.signIn')}
        busy={form.busy}
        failed={t('errors.failedSignIn')}
        problem={form.problem}
        secondFactor={steps.secondFactor}
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
        <PasswordField
          {...form.field('password')}
          label={t('auth.password')}
          autoComplete="current-password"
          required
        />
        <TextLink
          to={paths.resetPassword}
          {...comeBack(link)}
          className="-my-2 justify-self-end text-small"
        >
          {t('auth.signIn.forgot')}
        </TextLink>
      </AuthForm>
      <TextLink to={paths.signIn} {...comeBack(link)}>
        {t('invitation.steps.otherWays')}
      </TextLink>
    </>
  );
}
