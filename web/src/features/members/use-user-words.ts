import type { SubscriptionUser } from '@hearth/contract';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { formatDate, formatDay, useLanguage } from '../../shared/i18n/index.ts';
import { daysLeft, seenText } from '../../shared/i18n/seen-text.ts';
import { productNow } from '../../shared/product-time.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ReadOnlyReason } from '../../shared/ui/read-only.ts';

/** Name of a user in the list and in sentences, whether they have joined or not. */
export function useUserName(): (user: SubscriptionUser) => string {
  const { t } = useTranslation();
  return ({ display_name }) => display_name || t('users.unnamed');
}

/** How many open invitations end with the user's right to invite; undefined if there are none. */
export function useOpenInvitesText(): (user: SubscriptionUser) => string | undefined {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const userName = useUserName();
  return (user) => {
    const count = user.open_invites ?? 0;
    if (count === 0) {
      return undefined;
    }
    return user.id === uid
      ? t('users.ownOpenInvites', { count })
      : t('users.openInvites', { count, name: userName(user) });
  };
}

/** Permissions of a user in words: Owner first, then each permission beyond the default one, or the default one if there is no other. */
export function useRoleWords(): (user: SubscriptionUser) => readonly RoleWord[] {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const { owner_id } = useCurrentSubscription().subscription;
  const configuredText = useConfiguredText();

  return ({ id, permissions: held, pending_permissions }) => {
    const keys = pending_permissions ?? held;
    const toWord = ({ key, label, admin }: (typeof permissions)[number]) => ({
      key,
      text: configuredText(label),
      tone: admin ? ('strong' as const) : ('plain' as const),
    });
    const beyond = permissions
      .filter((permission) => !permission.default && keys.includes(permission.key))
      .map(toWord);
    const owner = { key: 'owner ', text: t('users.owner'), tone: 'owner' as const };
    const words = id === owner_id ? [owner, ...beyond] : beyond;
    return words.length > 0 ? words : permissions.filter((one) => one.default).map(toWord);
  };
}

interface RoleWord {
  readonly key: string;
  readonly text: string;
  readonly tone: 'owner' | 'strong' | 'plain';
}

/** When a member was last here, or until when an invite is open. */
export function useSeenText(): (user: SubscriptionUser) => string {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const language = useLanguage();
  return ({ id, status, last_seen_at, expires_at }) => {
    const now = productNow();
    if (status === 'pending') {
      return t('users.daysLeft', { count: expires_at ? daysLeft(expires_at, now) : 0 });
    }
    if (id === uid) {
      return t('users.seenNow');
    }
    if (last_seen_at === undefined) {
      return t('users.seenNever');
    }
    return seenText(last_seen_at, now, language) ?? t('users.seenNow');
  };
}

/** "Joined Nov 21, 2026", or "Invited Nov 22 by Ada Lovelace"; undefined if that is not known. */
export function useSinceText(): (user: SubscriptionUser) => string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ status, joined_at, invited_at, invited_by: name }) => {
    if (status === 'active') {
      return joined_at && t('users.joinedOn', { date: formatDate(joined_at, language) });
    }
    const date = invited_at ? formatDay(invited_at, language) : '';
    return name ? t('users.invitedBy', { date, name }) : t('users.invitedOn', { date });
  };
}

/** Why nothing can be changed now: what the page says already, or that another change is under way. */
export function useWaitReason(isWaiting: boolean): string | undefined {
  const { t } = useTranslation();
  const reason = useContext(ReadOnlyReason);
  return reason ?? (isWaiting ? t('users.wait') : undefined);
}
