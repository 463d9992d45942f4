import { type SubscriptionUser, updateUserPermissions } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useUndo } from '../../shared/undo/use-undo.ts';
import { each } from './each.ts';
import { useConfiguredKeys } from './permission-choice.tsx';
import { useUserName } from './use-user-words.ts';

/** Members, the permission's key, and whether they are to hold it. */
export type SetPermission = (
  users: readonly SubscriptionUser[],
  key: string,
  isHeld: boolean,
) => Promise<void>;

/** Gives a permission to members or takes it from them, and offers to undo that. */
export function useSetPermission(refresh: () => Promise<unknown>): SetPermission {
  const { t } = useTranslation();
  const api = useApi();
  const offerUndo = useUndo();
  const userName = useUserName();
  const permissionName = usePermissionName();
  const configuredKeys = useConfiguredKeys();
  const { id: subscriptionId } = useCurrentSubscription().subscription;

  const save = (user: SubscriptionUser, held: readonly string[]) =>
    api.call(updateUserPermissions, {
      userId: user.id,
      subscriptionId,
      permissions: [...configuredKeys(held)],
    });

  return async (users, key, isHeld) => {
    const changed = users.filter(
      ({ status, permissions }) => status === 'active' && permissions.includes(key) !== isHeld,
    );
    const { done, failure } = await each(changed, (user) =>
      save(
        user,
        isHeld ? [...user.permissions, key] : user.permissions.filter((one) => one !== key),
      ),
    );
    const [first] = done;
    if (first) {
      const about = { name: userName(first), permission: permissionName(key), count: done.length };
      const failed = changed.length - done.length;
      let left = done;
      offerUndo(isHeld ? t('users.given', about) : t('users.taken', about), {
        detail: failed > 0 ? t('users.notAllChanged', { count: failed }) : undefined,
        undone: t('users.permissionsRestored'),
        refresh,
        async undo() {
          const undone = await each(left, (user) => save(user, user.permissions));
          // Another try is about the rest.
          left = left.filter((user) => !undone.done.includes(user));
          if (undone.failure) {
            throw undone.failure.reason;
          }
        },
      });
    }
    void refresh();
    if (failure) {
      throw failure.reason;
    }
  };
}

function usePermissionName(): (key: string) => string {
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();
  return (key) => configuredText(permissions.find((one) => one.key === key)?.label ?? key);
}
