import { isBlank, longestName, updateUser } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { AccountForm, ChangeNotice, useAccountChange } from './account-form.tsx';
import { userKey } from './use-get-user.ts';

export function EditNamePage() {
  const { t } = useTranslation();
  const { displayName } = useAccount();
  const { change, save } = useEditName();
  const form = useForm({ name: displayName }, ({ name }) => ({
    name:
      (isBlank(name) && t('auth.missing.displayName')) ||
      (name.length > longestName && t('account.editName.tooLong', { max: longestName })),
  }));

  return (
    <>
      <AccountForm
        title={t('account.editName.title')}
        sub={t('account.editName.sub')}
        submit={t('account.editName.submit')}
        busy={change.busy}
        off={change.saved}
        onSubmit={form.submitTo(({ name }) => save(name.trim()))}
      >
        <ChangeNotice
          change={change}
          saved={t('account.success.nameUpdated')}
          failed={t('account.errors.nameUpdateError')}
        />
        <TextField
          {...form.field('name')}
          label={t('account.profile.name')}
          hint={t('account.editName.hint', { max: longestName })}
          autoComplete="name"
          required
        />
      </AccountForm>
      {change.dialog}
    </>
  );
}

/** Saves the name; the top bar and every list show it immediately. */
function useEditName() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { uid } = useAccount();
  const { reload } = useSession();
  const { shortMs } = useConfig().redirectDelays;
  const change = useAccountChange({
    pauseMs: shortMs,
    goOn: () => void navigate(paths.profile),
  });

  function save(name: string) {
    return change.send(async () => {
      const user = await api.call(updateUser, { uid, display_name: name });
      void queries.invalidateQueries();
      queries.setQueryData(userKey(uid), user);
      // The name is saved even if this read fails; the next read shows it.
      await reload().catch(() => undefined);
    });
  }

  return { change, save };
}
