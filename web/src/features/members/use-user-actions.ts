import {
  removeUser,
  resendInvite,
  revokeInvite,
  type SubscriptionUser,
  undoRemoveUser,
  undoRevokeInvite,
} from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { useUndo } from '../../shared/undo/use-undo.ts';
import { each, undoEach } from './each.ts';
import { inviteIdOf } from './pending-invite.ts';
import { type SetPermission, useSetPermission } from './use-set-permission.ts';
import { useRefreshUsers } from './use-users-change.ts';

export type UserAction = 'revoke' | 'resend' | 'remove' | 'permissions';

/** Action that is under way, and the users that it is about. */
export interface UserWork {
  readonly action: UserAction;
  readonly users: readonly SubscriptionUser[];
}

/** Changes of users that need no question, since they harm nobody or can be undone. */
export function useUserActions() {
  const { t } = useTranslation();
  const api = useApi();
  const { toInvite } = useCalls();
  const ends = useEndings();
  const offerUndo = useUndo();
  const refresh = useRefreshUsers();
  const { ended, readWithout } = useEndedUsers(refresh);
  const { busy, error, about, run } = useChange<UserWork>({ refresh });
  const setPermission = useSetPermission(refresh);

  const resendTo = (user: SubscriptionUser) =>
    run(
      async () => {
        await api.call(resendInvite, toInvite(user));
        notify.success(t('invites.resent', { email: user.email }));
        void refresh();
      },
      { action: 'resend', users: [user] },
    );

  const revoke = (user: SubscriptionUser) =>
    run(
      async () => {
        const { email } = user;
        await ends.end(user);
        const undone = t('invites.unrevoked', { email });
        const undo = () => ends.undo(user);
        offerUndo(t('invites.revoked', { email }), { undo, undone, refresh });
        readWithout([user]);
      },
      { action: 'revoke', users: [user] },
    );

  const endAll = (users: readonly SubscriptionUser[], onDone: () => void) =>
    run(
      async () => {
        const { done, failure } = await each(users, ends.end);
        tellAll(done, users.length - done.length);
        onDone();
        readWithout(done);
        if (failure) {
          throw failure.reason;
        }
      },
      { action: 'remove', users },
    );

  function tellAll(done: readonly SubscriptionUser[], failed: number) {
    const count = done.length;
    if (count === 0) {
      return;
    }
    const onlyInvites = done.every(({ status }) => status === 'pending');
    offerUndo(t(onlyInvites ? 'invites.revokedMany' : 'users.removedMany', { count }), {
      detail: failed > 0 ? t('users.notAll', { count: failed }) : undefined,
      undone: t(onlyInvites ? 'invites.unrevokedMany' : 'users.restoredMany', { count }),
      refresh,
      // In reverse, so that seats come back as they were taken.
      undo: undoEach(done.toReversed(), ends.undo),
    });
  }

  return {
    failure: about && error !== undefined ? { action: about.action, error } : undefined,
    /** The change that is under way; any other one waits for its end. */
    work: busy ? about : undefined,
    ended,
    resend: resendTo,
    revoke,
    endAll,
    setPermission: (...change: Parameters<SetPermission>) =>
      run(() => setPermission(...change), { action: 'permissions', users: change[0] }),
  };
}

/** People who are gone, and whom the list shows still until it was read again: nothing can be done to them any more. */
function useEndedUsers(refresh: () => Promise<unknown>) {
  const [ended, setEnded] = useState<readonly SubscriptionUser[]>([]);

  function readWithout(users: readonly SubscriptionUser[]) {
    setEnded((before) => [...before, ...users]);
    void refresh().finally(() =>
      setEnded((before) => before.filter((user) => !users.includes(user))),
    );
  }

  return { ended, readWithout };
}

/** How a member or an invite ends, and how that is undone. */
export function useEndings() {
  const api = useApi();
  const { toInvite, toMember } = useCalls();
  return {
    end: (user: SubscriptionUser): Promise<unknown> =>
      user.status === 'pending'
        ? api.call(revokeInvite, toInvite(user))
        : api.call(removeUser, toMember(user)),
    undo: (user: SubscriptionUser): Promise<unknown> =>
      user.status === 'pending'
        ? api.call(undoRevokeInvite, toInvite(user))
        : api.call(undoRemoveUser, toMember(user)),
  };
}

function useCalls() {
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  return {
    toInvite: (user: SubscriptionUser) => ({ inviteId: inviteIdOf(user), subscriptionId }),
    toMember: ({ id: userId }: SubscriptionUser) => ({ userId, subscriptionId }),
  };
}
