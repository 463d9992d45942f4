import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { meetsPolicy } from '../../shared/password/password-policy.ts';
import { PasswordRules } from '../../shared/password/password-rules.tsx';
import { usePasswordPolicy } from '../../shared/password/use-password-policy.ts';
import { useAccount } from '../../shared/session/index.ts';
import { PasswordField } from '../../shared/ui/password-field.tsx';
import { AccountForm } from './account-form.tsx';
import { ChangeNotice } from './change-notice.tsx';
import { KeptSignIns } from './kept-sign-ins.tsx';
import { useChangePassword } from './use-change-password.ts';

export function ChangePasswordPage() {
  const { t } = useTranslation();
  const { email, signInMethods } = useAccount();
  // Fixed while the page is open: saving makes a first password one that is changed.
  const [words] = useState<'changePassword' | 'setPassword'>(() =>
    signInMethods.includes('password') ? 'changePassword' : 'setPassword',
  );
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const passwordPolicy = usePasswordPolicy();
  const { change, save } = useChangePassword();
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: { password: '', confirmation: '' },
  });
  const typed = useWatch({ control, name: 'password' });
  const password = register('password', {
    validate: {
      missing: (text) => text !== '' || t('account.changePassword.missing'),
      weak: (text) => meetsPolicy(text, passwordPolicy) || t('auth.passwordRules.broken'),
    },
  });
  const confirmation = register('confirmation', {
    validate: {
      missing: (text) => text !== '' || t('account.changePassword.missingConfirmation'),
      same: (text, values) => text === values.password || t('account.errors.passwordMismatch'),
    },
  });

  return (
    <>
      <AccountForm
        title={t(`account.${words}.title`)}
        sub={t(`account.${words}.sub`)}
        submit={t(`account.${words}.submit`)}
        busy={formState.isSubmitting}
        off={change.saved}
        onSubmit={(event) => void handleSubmit((values) => save(values.password, dropped))(event)}
      >
        <ChangeNotice
          change={change}
          saved={t(
            `account.success.${words === 'setPassword' ? 'passwordSet' : 'passwordUpdated'}`,
          )}
          failed={t('account.errors.passwordUpdateError')}
        />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...password}
          label={t('account.changePassword.next')}
          hint={<PasswordRules password={typed} />}
          error={formState.errors.password?.message}
          autoComplete="new-password"
          required
        />
        <PasswordField
          {...confirmation}
          label={t('account.changePassword.confirmation')}
          error={formState.errors.confirmation?.message}
          autoComplete="new-password"
          required
        />
        <KeptSignIns dropped={dropped} onChange={setDropped} />
      </AccountForm>
      {change.dialog}
    </>
  );
}
