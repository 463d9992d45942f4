import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api/is-refused.ts';
import { useAccount } from '../../shared/session/index.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { AccountForm } from './account-form.tsx';
import { ChangeNotice } from './change-notice.tsx';
import { useEditEmail } from './use-edit-email.ts';
import { useGetUser } from './use-get-user.ts';
import { VerifyFirst } from './verify-first.tsx';

/** Something on both sides of one @; whether mail arrives there only a mail can tell. */
const addressLike = /^[^\s@]+@[^\s@]+$/;

export function EditEmailPage() {
  const { t } = useTranslation();
  const account = useAccount();
  const { data: user } = useGetUser();
  const { change, send, sentTo } = useEditEmail();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { newEmail: '' } });

  const isVerified = user?.email_verified ?? account.emailVerified;
  const wasUnverified = isRefused(change.error, 'auth/email-verification-required');
  const newEmail = register('newEmail', {
    setValueAs: (text: string) => text.trim(),
    validate: {
      missing: (text) => text !== '' || t('auth.missing.email'),
      address: (text) => addressLike.test(text) || t('auth.invalidEmail'),
      other: (text) => text.toLowerCase() !== account.email || t('account.editEmail.same'),
    },
  });

  return (
    <>
      <AccountForm
        title={t('account.editEmail.title')}
        sub={t('account.editEmail.sub')}
        submit={t('account.editEmail.submit')}
        busy={formState.isSubmitting}
        off={change.saved || !isVerified}
        onSubmit={(event) => void handleSubmit((values) => send(values.newEmail))(event)}
      >
        {!isVerified || wasUnverified ? (
          <VerifyFirst />
        ) : (
          <ChangeNotice
            change={change}
            saved={t('account.success.emailChangeSent', { email: sentTo })}
            failed={t('account.errors.emailUpdateError')}
          />
        )}
        <TextField
          label={t('account.editEmail.current')}
          value={account.email}
          autoComplete="off"
          readOnly
        />
        <TextField
          {...newEmail}
          type="email"
          label={t('account.editEmail.next')}
          error={formState.errors.newEmail?.message}
          autoComplete="email"
          required
        />
      </AccountForm>
      {change.dialog}
    </>
  );
}
