import {
  getSubscriptionUsers,
  type SubscriptionUser,
  updateUserPermissions,
} from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useUndo } from '../../shared/undo/use-undo.ts';
import { each, undoEach } from './each.ts';
import { useConfiguredKeys } from './permission-choice.tsx';

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
  const permissionName = usePermissionName();
  const configuredKeys = useConfiguredKeys();
  const { id: subscriptionId } = useCurrentSubscription().subscription;

  const save = (user: SubscriptionUser, held: readonly string[]) =>
    api.call(updateUserPermissions, {
      userId: user.id,
      subscriptionId,
      permissions: [...configuredKeys(held)],
    });

  /** Others may have changed the person since: only the one permission is taken back. */
  async function readAgain(user: SubscriptionUser): Promise<SubscriptionUser> {
    const search = user.email;
    const { users } = await api.call(getSubscriptionUsers, { subscriptionId, search, page: 1 });
    return users.find(({ id }) => id === user.id) ?? user;
  }

  return async (users, key, isHeld) => {
    const changed = users.filter(
      ({ status, permissions }) => status === 'active' && permissions.includes(key) !== isHeld,
    );
    const { done, failure } = await each(changed, (user) =>
      save(user, withKey(user.permissions, key, isHeld)),
    );
    const [first] = done;
    if (first) {
      const about = {
        name: first.display_name || first.email,
        permission: permissionName(key),
        count: done.length,
      };
      const failed = changed.length - done.length;
      offerUndo(isHeld ? t('users.given', about) : t('users.taken', about), {
        detail: failed > 0 ? t('users.notAllChanged', { count: failed }) : undefined,
        undone: t('users.permissionsRestored'),
        refresh,
        undo: undoEach(done, async (user) => {
          const held = (await readAgain(user)).permissions;
          await save(user, withKey(held, key, !isHeld));
        }),
      });
    }
    // The rows stay busy until they say what is true now: the next choice is made from them.
    await refresh();
    if (failure) {
      throw failure.reason;
    }
  };
}

function withKey(held: readonly string[], key: string, isHeld: boolean): readonly string[] {
  const others = held.filter((one) => one !== key);
  return isHeld ? [...others, key] : others;
}

function usePermissionName(): (key: string) => string {
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();
  return (key) => configuredText(permissions.find((one) => one.key === key)?.label ?? key);
}
