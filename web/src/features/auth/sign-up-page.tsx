import { findEmail } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isRefused } from '../../shared/api-error.ts';
import { AuthCard } from '../../shared/auth-form/auth-card.tsx';
import { AuthForm } from '../../shared/auth-form/auth-form.tsx';
import {
  FirstPasswordField,
  NewNameField,
  useCheckFirstPassword,
} from '../../shared/auth-form/new-account-fields.tsx';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { WhoInvites } from '../../shared/auth-form/who-invites.tsx';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useChosenPlan } from '../../shared/plans/chosen-plan.ts';
import { useSession } from '../../shared/session/index.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { OtherSignIns } from './other-sign-ins.tsx';

export function SignUpPage() {
  const { signUp } = useConfig();
  const { search } = useLocation();
  // An operator's invitation names its address.
  const isOpen = signUp !== 'closed' || new URLSearchParams(search).has('email');
  return isOpen ? <SignUpForm /> : <ClosedSignUp />;
}

function ClosedSignUp() {
  const { t } = useTranslation();
  return (
    <>
      <AuthCard title={t('auth.signUp.closedTitle')} pageTitle={t('auth.signUp.submit')}>
        <p className="text-ink-2">
          <WhoInvites />
        </p>
      </AuthCard>
      <ToSignIn />
    </>
  );
}

function SignUpForm() {
  const { t } = useTranslation();
  const { signUp } = useSession();
  const sub = useSub();
  const checkPassword = useCheckFirstPassword();
  const form = useAuthForm(['displayName', 'email', 'password'], signUp, (typed) => ({
    ...checkPassword(typed),
    email: findEmail(typed.email) === undefined && t('auth.invalidEmail'),
  }));

  return (
    <>
      <AuthForm
        title={t('auth.signUp.title')}
        sub={sub}
        submit={t('auth.signUp.submit')}
        busy={form.busy}
        failed={t('errors.failedSignUp')}
        problem={form.problem}
        remedy={isRefused(form.failure, 'auth/admin-restricted-operation') && <WhoInvites />}
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
      <ToSignIn email={form.values.email} />
    </>
  );
}

function useSub(): string {
  const { t } = useTranslation();
  const { signUp } = useConfig();
  const configuredText = useConfiguredText();
  const plan = useChosenPlan()?.plan;
  if (signUp !== undefined) {
    return t('auth.signUp.subForInvited');
  }
  return plan
    ? t('auth.signUp.subForPlan', { plan: configuredText(plan.titleKey) })
    : t('auth.signUp.sub');
}

/** `email` is what was typed, for the page that asks for it too. */
function ToSignIn({ email }: { readonly email?: string }) {
  const { t } = useTranslation();
  return (
    <p className="text-center text-ink-2">
      {t('auth.signUp.haveAccount')}{' '}
      <TextLink to={paths.signIn} state={{ email }}>
        {t('auth.signUp.toSignIn')}
      </TextLink>
    </p>
  );
}
