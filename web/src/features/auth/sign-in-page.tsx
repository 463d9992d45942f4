import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api-error.ts';
import { AuthForm } from '../../shared/auth-form/auth-form.tsx';
import { useAuthForm } from '../../shared/auth-form/use-auth-form.ts';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSignIn } from '../../shared/second-factor/use-sign-in.ts';
import { useSession } from '../../shared/session/index.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { OtherSignIns } from './other-sign-ins.tsx';

/** Refusals of an account that nobody can be signed in to any more. */
const over = { disabled: 'auth/user-disabled', deleted: 'auth/account-deleted' } as const;

export function SignInPage() {
  const { t } = useTranslation();
  const { signUp, emailSignIn } = useConfig();
  const { reason } = useSession();
  const { signIn, secondFactor } = useSignIn();
  const afterSignIn = useRef<() => Promise<void>>(undefined);
  const form = useAuthForm(['email', 'password'], async (typed) => {
    if (await signIn(typed)) {
      await afterSignIn.current?.();
    }
  });

  /** For the pages that ask for the address too. */
  const carried = { email: form.values.email };

  return (
    <>
      <AuthForm
        title={t('auth.signIn.title')}
        sub={t('auth.signIn.sub')}
        submit={t('auth.signIn.submit')}
        busy={form.busy}
        done={
          (reason === 'disabled' || reason === 'deleted') &&
          !form.problem && <Notice tone="warn">{t(`errors.refusals.${over[reason]}`)}</Notice>
        }
        failed={t('errors.failedSignIn')}
        problem={form.problem}
        remedy={
          isRefused(form.failure, 'auth/too-many-requests') && (
            <TextLink to={paths.resetPassword} state={carried}>
              {t('auth.signIn.resetByMail')}
            </TextLink>
          )
        }
        secondFactor={secondFactor}
        others={<OtherSignIns afterSignIn={afterSignIn} />}
        onSubmit={form.handleSubmit}
      >
        <TextField
          {...form.field('email')}
          type="email"
          label={t('auth.email')}
          autoComplete="username webauthn"
          required
        />
        <PasswordField
          {...form.field('password')}
          label={t('auth.password')}
          autoComplete="current-password"
          required
        />
        <div className="-my-2 flex flex-wrap justify-end gap-x-4 text-small">
          {emailSignIn && (
            <TextLink to={paths.emailSignIn} state={carried} className="mr-auto">
              {t('auth.signIn.byMail')}
            </TextLink>
          )}
          <TextLink to={paths.resetPassword} state={carried}>
            {t('auth.signIn.forgot')}
          </TextLink>
        </div>
      </AuthForm>
      {!secondFactor && signUp !== 'closed' && (
        <p className="text-center text-ink-2">
          {t('auth.signIn.noAccount')}{' '}
          <TextLink to={paths.signUp} state={carried}>
            {t('auth.signIn.toSignUp')}
          </TextLink>
        </p>
      )}
    </>
  );
}
