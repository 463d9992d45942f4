import { type SubscriptionUser, updateUserPermissions } from '@hearth/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog, DialogActions } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { PermissionChoice, useConfiguredKeys } from './permission-choice.tsx';
import { useOpenInvitesText, useUserName } from './use-user-words.ts';
import { useUsersChange } from './use-users-change.ts';

interface EditPermissionsDialogProps {
  readonly user: SubscriptionUser;
  /** Chosen before the dialog opened; left out, the ones that the person holds. */
  readonly offered: readonly string[] | undefined;
  readonly onClose: () => void;
}

/** Keeps what was chosen when saving fails. */
export function EditPermissionsDialog({ user, offered, onClose }: EditPermissionsDialogProps) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const userName = useUserName();
  const configuredKeys = useConfiguredKeys();
  const { busy, error, save } = useUpdateUserPermissions(user, onClose);
  const [permissions, setPermissions] = useState(() => configuredKeys(offered ?? user.permissions));

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void save(permissions);
  }

  return (
    <Dialog
      title={t('users.editTitle', { name: userName(user) })}
      description={user.id === uid ? t('users.editOwnText') : t('users.editText')}
      onClose={onClose}
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-5">
        {error !== undefined && (
          <Notice tone="bad" title={t('users.updatePermissionsError')}>
            {toText(error, t)}
          </Notice>
        )}
        <PermissionChoice value={permissions} onChange={setPermissions} />
        <EndingInvites user={user} keys={permissions} />
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

/** Replaces the permissions of a member. The guard leads away a person who has taken the users page from themselves. */
function useUpdateUserPermissions(user: SubscriptionUser, onDone: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const userName = useUserName();
  const { subscription } = useCurrentSubscription();
  const { busy, error, change, refresh } = useUsersChange();

  function save(permissions: readonly string[]) {
    const input = { userId: user.id, subscriptionId: subscription.id };
    return change(
      () => api.call(updateUserPermissions, { ...input, permissions: [...permissions] }),
      () => {
        notify.success(t('users.permissionsUpdated', { name: userName(user) }));
        onDone();
        void refresh();
      },
    );
  }

  return { busy, error, save };
}
