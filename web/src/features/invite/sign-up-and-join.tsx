import { useTranslation } from 'react-i18next';
import { AuthForm } from '../../shared/auth-form/auth-form.tsx';
import { FirstPasswordField, NewNameField } from '../../shared/auth-form/new-account-fields.tsx';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { useCheckFirstPassword } from '../../shared/auth-form/use-check-first-password.ts';
import { paths } from '../../shared/paths.ts';
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
  const { email } = state.details;
  const form = useAuthForm(
    ({ displayName = '', password = '' }) => steps.signUpAndJoin({ displayName, email, password }),
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
        <NewNameField error={form.fieldErrors.displayName} />
        <FirstPasswordField error={form.fieldErrors.password} />
      </AuthForm>
      <TextLink to={paths.signUp} {...comeBack(link)}>
        {t('invitation.steps.otherWays')}
      </TextLink>
    </>
  );
}
