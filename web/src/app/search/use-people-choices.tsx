import { getSubscriptionUsers } from '@hearth/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import type { CurrentSubscription } from '../../shared/current-subscription/current-subscription.ts';
import { subscriptionUsersKey } from '../../shared/current-subscription/index.ts';
import { useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import type { Choice } from './choice.tsx';

/** The first hundred people of the open project, for those who may see them. */
export function usePeopleChoices(current: CurrentSubscription | undefined): readonly Choice[] {
  const { t } = useTranslation();
  const api = useApi();
  const leaveFor = useLeaveFor();
  const { uid } = useAccount();
  const { subscription, isAdminLevel = false } = current ?? {};
  const subscriptionId = subscription?.id ?? '';
  const isOpen = subscription?.status === 'active' || subscription?.status === 'past_due';
  const { data } = useQuery({
    queryKey: [...subscriptionUsersKey(uid, subscriptionId), 'palette'],
    queryFn:
      isAdminLevel && isOpen
        ? ({ signal }) =>
            api.call(getSubscriptionUsers, { subscriptionId, page: 1, pageSize: 100 }, { signal })
        : skipToken,
  });

  return (data?.users ?? []).map(({ id, display_name: name, email }) => ({
    id: `person-${id}`,
    group: t('shell.palette.groups.people'),
    label: name || email,
    hint: name ? email : undefined,
    mark: <Avatar id={id} name={name || email} size="small" />,
    choose: () =>
      leaveFor(`${paths.subscriptionUsers(subscriptionId)}?search=${encodeURIComponent(email)}`),
  }));
}
