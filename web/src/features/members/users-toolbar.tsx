import type { getSubscriptionUsers, OutputOf } from '@hearth/contract';
import Search from 'lucide-react/icons/search';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { ToolSelect, toolStyle } from '../../shared/ui/tool-select.tsx';
import {
  type AskUsers,
  longestSearch,
  type UserOrder,
  type UsersPart,
  userOrders,
} from './use-get-subscription-users.ts';

interface UsersToolbarProps {
  readonly part: UsersPart;
  readonly counts: OutputOf<typeof getSubscriptionUsers>['counts'];
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onAsk: AskUsers;
}

/** Search, status and role, and the order if the table's heads are hidden. */
export function UsersToolbar({ part, counts, text, onType, onAsk }: UsersToolbarProps) {
  const { t } = useTranslation();
  const { active, pending } = counts;
  const statuses = [
    { value: 'all', label: t('users.anyStatus'), count: active + pending },
    { value: 'active', label: t('users.members'), count: active },
    { value: 'pending', label: t('users.invitations'), count: pending },
  ] as const;

  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-3 sm:px-4">
      <UserSearch text={text} onType={onType} />
      <Segmented
        label={t('users.status')}
        options={statuses}
        value={part.status}
        onChange={(status) => onAsk({ status })}
      />
      <div className="ml-auto flex flex-wrap gap-2">
        <OrderSelect part={part} onAsk={onAsk} />
        <RoleSelect role={part.role} onAsk={onAsk} />
      </div>
    </div>
  );
}

interface UserSearchProps {
  readonly text: string;
  readonly onType: (text: string) => void;
}

function UserSearch({ text, onType }: UserSearchProps) {
  const { t } = useTranslation();
  return (
    <div className="relative min-w-0 flex-[1_1_200px] sm:max-w-[280px]">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        value={text}
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        maxLength={longestSearch}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        className={`${toolStyle} w-full pr-3 pl-9 placeholder:text-ink-3 focus:border-accent focus:shadow-halo focus:outline-2 focus:outline-transparent`}
      />
    </div>
  );
}

function RoleSelect({ role, onAsk }: { readonly role: string; readonly onAsk: AskUsers }) {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();

  return (
    <ToolSelect label={t('users.role')} value={role} onChange={(next) => onAsk({ role: next })}>
      <option value="">{t('users.anyRole')}</option>
      <option value="owner">{t('users.owner')}</option>
      {permissions
        .toSorted((one, other) => Number(one.default) - Number(other.default))
        .map(({ key, label, default: isDefault }) => (
          <option key={key} value={isDefault ? 'member' : `can:${key}`}>
            {configuredText(label)}
          </option>
        ))}
    </ToolSelect>
  );
}

function OrderSelect({ part, onAsk }: Pick<UsersToolbarProps, 'part' | 'onAsk'>) {
  const { t } = useTranslation();

  function handleChange(value: string) {
    const sortBy = userOrders.find((order) => value.endsWith(order)) ?? 'name';
    onAsk({ sortBy, descending: value.startsWith('-') });
  }

  return (
    <div className="@min-[860px]:hidden">
      <ToolSelect
        label={t('users.sortBy')}
        value={`${part.descending ? '-' : ''}${part.sortBy}`}
        onChange={handleChange}
      >
        {userOrders.flatMap((order: UserOrder) => [
          <option key={order} value={order}>
            {t('users.sortUp', { name: t(`users.${order}`) })}
          </option>,
          <option key={`-${order}`} value={`-${order}`}>
            {t('users.sortDown', { name: t(`users.${order}`) })}
          </option>,
        ])}
      </ToolSelect>
    </div>
  );
}
