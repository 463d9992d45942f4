import type { SubscriptionUser } from '@hearth/contract';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../shared/config/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog, DialogActions } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PermissionChoice } from './permission-choice.tsx';
import { useConfiguredKeys } from './use-configured-keys.ts';
import { useOpenInvitesText } from './use-open-invites-text.ts';
import { useUpdateUserPermissions } from './use-update-user-permissions.ts';
import { useUserName } from './use-user-name.ts';

interface EditPermissionsDialogProps {
  readonly user: SubscriptionUser;
  readonly onClose: () => void;
}

/** Keeps what was chosen when saving fails. */
export function EditPermissionsDialog({ user, onClose }: EditPermissionsDialogProps) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const userName = useUserName();
  const configuredKeys = useConfiguredKeys();
  const { busy, error, save } = useUpdateUserPermissions(user, onClose);
  const { control, handleSubmit } = useForm({
    defaultValues: { permissions: configuredKeys(user.permissions) },
  });

  return (
    <Dialog
      title={t('users.editTitle', { name: userName(user) })}
      description={user.id === uid ? t('users.editOwnText') : t('users.editText')}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(({ permissions }) => save(permissions))(event)}
        className="grid gap-5"
      >
        {error !== undefined && (
          <Notice tone="bad" title={t('users.updatePermissionsError')}>
            {toText(error, t)}
          </Notice>
        )}
        <Controller
          control={control}
          name="permissions"
          render={({ field }) => (
            <>
              <PermissionChoice value={field.value} onChange={field.onChange} />
              <EndingInvites user={user} keys={field.value} />
            </>
          )}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('users.savePermissions')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface EndingInvitesProps {
  readonly user: SubscriptionUser;
  /** Chosen ones. */
  readonly keys: readonly string[];
}

/** Invites that end with the last admin-level permission. */
function EndingInvites({ user, keys }: EndingInvitesProps) {
  const { permissions } = useConfig();
  const openInvites = useOpenInvitesText()(user);
  const mayInvite = permissions.some(({ key, admin }) => admin && keys.includes(key));
  return openInvites && !mayInvite ? <Notice tone="warn">{openInvites}</Notice> : null;
}
