import { longestName } from '@hearth/contract';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../shared/session/index.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { AccountForm } from './account-form.tsx';
import { ChangeNotice } from './change-notice.tsx';
import { useEditName } from './use-edit-name.ts';

export function EditNamePage() {
  const { t } = useTranslation();
  const { displayName } = useAccount();
  const { change, save } = useEditName();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: displayName } });
  const name = register('name', {
    validate: (text) => text.trim() !== '' || t('auth.missing.displayName'),
    maxLength: {
      value: longestName,
      message: t('account.editName.tooLong', { max: longestName }),
    },
  });

  return (
    <>
      <AccountForm
        title={t('account.editName.title')}
        sub={t('account.editName.sub')}
        submit={t('account.editName.submit')}
        busy={formState.isSubmitting}
        off={change.saved}
        onSubmit={(event) => void handleSubmit((values) => save(values.name.trim()))(event)}
      >
        <ChangeNotice
          change={change}
          saved={t('account.success.nameUpdated')}
          failed={t('account.errors.nameUpdateError')}
        />
        <TextField
          {...name}
          label={t('account.profile.name')}
          hint={t('account.editName.hint', { max: longestName })}
          error={formState.errors.name?.message}
          autoComplete="name"
          required
        />
      </AccountForm>
      {change.dialog}
    </>
  );
}
