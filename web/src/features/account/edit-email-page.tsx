import { findEmail, sendOobCode } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { isRefused } from '../../shared/api-error.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { AccountForm, ChangeNotice, useAccountChange } from './account-form.tsx';
import { useGetUser } from './use-get-user.ts';
import { VerifyFirst } from './verify-first.tsx';

export function EditEmailPage() {
  const { t } = useTranslation();
  const account = useAccount();
  const { data: user } = useGetUser();
  const { change, send, sentTo } = useEditEmail();
  const form = useForm({ newEmail: '' }, ({ newEmail }) => {
    const email = findEmail(newEmail);
    return {
      newEmail:
        (newEmail.trim() === '' && t('auth.missing.email')) ||
        (email === undefined && t('auth.invalidEmail')) ||
        (email === account.email && t('account.editEmail.same')),
    };
  });

  const isVerified = user?.email_verified ?? account.emailVerified;
  const wasUnverified = isRefused(change.error, 'auth/email-verification-required');

  return (
    <>
      <AccountForm
        title={t('account.editEmail.title')}
        sub={t('account.editEmail.sub')}
        submit={t('account.editEmail.submit')}
        busy={change.busy}
        off={change.saved || !isVerified}
        onSubmit={form.submitTo(({ newEmail }) => send(newEmail.trim()))}
      >
        {!isVerified || wasUnverified ? (
          <VerifyFirst>{t('account.errors.emailVerificationRequired')}</VerifyFirst>
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
          {...form.field('newEmail')}
          type="email"
          label={t('account.editEmail.next')}
          autoComplete="email"
          required
        />
      </AccountForm>
      {change.dialog}
    </>
  );
}

/** Has a link mailed to the new address; opening it makes the change. */
function useEditEmail() {
  const api = useApi();
  const navigate = useNavigate();
  const { longMs } = useConfig().redirectDelays;
  const [sentTo, setSentTo] = useState('');
  const change = useAccountChange({
    pauseMs: longMs,
    goOn: () => void navigate(paths.profile),
  });

  function send(newEmail: string) {
    return change.send(async () => {
      await api.call(sendOobCode, { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail });
      setSentTo(newEmail);
    });
  }

  return { change, send, sentTo };
}
