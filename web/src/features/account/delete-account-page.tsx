import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api/is-refused.ts';
import { useAccount } from '../../shared/session/index.ts';
import { CopyableId } from '../../shared/ui/copyable-id.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { AccountForm } from './account-form.tsx';
import { ChangeNotice } from './change-notice.tsx';
import { OwnedSubscriptions } from './owned-subscriptions.tsx';
import { useDeleteAccount } from './use-delete-account.ts';
import { WhatGoes } from './what-goes.tsx';

export function DeleteAccountPage() {
  const deletion = useDeleteAccount();
  return deletion.change.saved ? <Farewell /> : <DeleteAccountForm {...deletion} />;
}

function DeleteAccountForm({ change, remove }: ReturnType<typeof useDeleteAccount>) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { typedUid: '' } });
  const typedUid = register('typedUid', {
    validate: {
      missing: (text) => text !== '' || t('account.deleteAccount.missing'),
      own: (text) => text === uid || t('account.errors.uuidMismatch'),
    },
  });

  return (
    <>
      <AccountForm
        title={t('account.deleteAccount.title')}
        sub={t('account.deleteAccount.sub')}
        submit={t('account.deleteAccount.submit')}
        danger
        busy={formState.isSubmitting}
        onSubmit={(event) => void handleSubmit(remove)(event)}
      >
        <ChangeNotice change={change} failed={t('account.errors.accountDeletionError')} />
        {isRefused(change.error, 'auth/owns-active-subscription') && (
          <OwnedSubscriptions refusal={change.error} />
        )}
        <WhatGoes />
        <div className="grid gap-1.5">
          <p className="text-label font-label">{t('account.deleteAccount.yourId')}</p>
          <CopyableId id={uid} label={t('account.profile.copyUserId')} />
        </div>
        <TextField
          {...typedUid}
          label={t('account.deleteAccount.confirmation')}
          error={formState.errors.typedUid?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </AccountForm>
      {change.dialog}
    </>
  );
}

function Farewell() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('account.deleteAccount.title')} />
      <Notice tone="good">{t('account.success.accountDeleted')}</Notice>
    </>
  );
}
