import { findEmail } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { AuthForm } from '../../shared/auth-form/auth-form.tsx';
import {
  FirstPasswordField,
  NewNameField,
  useCheckFirstPassword,
} from '../../shared/auth-form/new-account-fields.tsx';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { useConfiguredText } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useChosenPlan } from '../../shared/plans/chosen-plan.ts';
import { useSession } from '../../shared/session/index.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { OtherSignIns } from './other-sign-ins.tsx';

export function SignUpPage() {
  const { t } = useTranslation();
  const { signUp } = useSession();
  const configuredText = useConfiguredText();
  const plan = useChosenPlan()?.plan;
  const checkPassword = useCheckFirstPassword();
  const form = useAuthForm(['displayName', 'email', 'password'], signUp, (typed) => ({
    ...checkPassword(typed),
    email: findEmail(typed.email) === undefined && t('auth.invalidEmail'),
  }));

  return (
    <>
      <AuthForm
        title={t('auth.signUp.title')}
        sub={
          plan
            ? t('auth.signUp.subForPlan', { plan: configuredText(plan.titleKey) })
            : t('auth.signUp.sub')
        }
        submit={t('auth.signUp.submit')}
        busy={form.busy}
        failed={t('errors.failedSignUp')}
        problem={form.problem}
        others={<OtherSignIns />}
        onSubmit={form.handleSubmit}
      >
        <NewNameField field={form.field('displayName')} />
        <TextField
          {...form.field('email')}
          type="email"
          label={t('auth.email')}
          autoComplete="email"
          required
        />
        <FirstPasswordField field={form.field('password')} typed={form.values.password} />
      </AuthForm>
      <p className="text-center text-ink-2">
        {t('auth.signUp.haveAccount')}{' '}
        <TextLink to={paths.signIn} state={{ email: form.values.email }}>
          {t('auth.signUp.toSignIn')}
        </TextLink>
      </p>
    </>
  );
}
