import { getSubscriptionUsers, type SubscriptionUser } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { saveFile, toCsv } from '../../shared/csv.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useProjectName } from '../../shared/current-subscription/use-project-name.ts';
import { toQuestion, type UsersPart } from './use-get-subscription-users.ts';
import { useRoleWords, useUserName } from './use-user-words.ts';

/** Saves every page of what is asked for, as the server has it now. */
export function useExportUsers(part: UsersPart) {
  const { t } = useTranslation();
  const api = useApi();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const project = useProjectName();
  const userName = useUserName();
  const roleWords = useRoleWords();
  const { busy, error, run } = useChange();

  const heads = [
    t('users.name'),
    t('users.email'),
    t('users.permissions'),
    t('users.status'),
    t('users.joined'),
    t('users.lastSeen'),
    t('users.expires'),
    t('users.inviter'),
  ];

  const toCells = (user: SubscriptionUser) => [
    user.status === 'pending' ? '' : userName(user),
    user.email,
    roleWords(user)
      .map(({ text }) => text)
      .join(t('subscription.role.separator')),
    user.status === 'pending' ? t('users.pending') : t('users.active'),
    user.joined_at ?? '',
    user.last_seen_at ?? '',
    user.expires_at ?? '',
    user.invited_by ?? '',
  ];

  const exportAll = () =>
    run(async () => {
      const question = { subscriptionId, ...toQuestion(part) };
      const { users } = await api.call(getSubscriptionUsers, question);
      saveFile(`${toFileName(project)}.csv`, toCsv([heads, ...users.map(toCells)]));
    });

  function toFileName(name: string): string {
    return `${name} ${t('users.title')}`.replace(/[\\/:*?"<>|]/g, ' ').trim();
  }

  return { busy, error, exportAll };
}
