import { themes } from '@hearth/contract';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Search from 'lucide-react/icons/search';
import Sun from 'lucide-react/icons/sun';
import UserRound from 'lucide-react/icons/user-round';
import { DropdownMenu } from 'radix-ui';
import type { ComponentType, ReactNode, SVGProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useListInvites } from '../../features/dashboard/use-invites.ts';
import { useConfig } from '../../shared/config/index.ts';
import { offeredLanguages } from '../../shared/i18n/index.ts';
import { useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { useAppearance } from '../../shared/theme/use-appearance.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Menu, MenuItem, MenuLabel } from '../../shared/ui/menu.tsx';
import { shortcut } from './open-search.ts';
import { useSignOut } from './use-sign-out.ts';

interface UserMenuProps {
  readonly trigger: ReactNode;
  readonly onSearch: () => void;
}

/** Open as soon as it is there: its code comes with the first press on its button. */
export function UserMenu({ trigger, onSearch }: UserMenuProps) {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  const { uid, displayName: name, email, photoUrl } = useAccount();
  const invites = useListInvites().data?.invites.length ?? 0;
  const signOut = useSignOut();
  const { support } = useConfig().brand ?? {};

  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuLabel>
        <span className="flex items-center gap-3">
          <Avatar id={uid} name={name || email} pictureUrl={photoUrl} />
          <span className="min-w-0">
            <span className="block truncate text-label font-card">{name || email}</span>
            {name && <span className="block truncate text-small text-ink-2">{email}</span>}
          </span>
        </span>
      </MenuLabel>
      <MenuItem icon={<UserRound aria-hidden="true" />} onChoose={() => leaveFor(paths.profile)}>
        {t('layout.profile')}
      </MenuItem>
      {invites > 0 && (
        <MenuItem icon={<Mail aria-hidden="true" />} onChoose={() => leaveFor(paths.dashboard)}>
          {t('dashboard.invites.title')}
          <span className="ml-auto">
            <Badge>{invites}</Badge>
          </span>
        </MenuItem>
      )}
      <MenuItem icon={<Search aria-hidden="true" />} onChoose={onSearch}>
        {t('shell.search')}
        <span aria-hidden="true" className="ml-auto text-badge text-ink-2 max-sm:hidden">
          {shortcut}
        </span>
      </MenuItem>
      {support && (
        <MenuItem
          icon={<LifeBuoy aria-hidden="true" />}
          onChoose={() => location.assign(`mailto:${support}`)}
        >
          {t('layout.support')}
        </MenuItem>
      )}
      <Appearance />
      <MenuItem icon={<LogOut aria-hidden="true" />} onChoose={signOut}>
        {t('layout.signOut')}
      </MenuItem>
    </Menu>
  );
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

function Appearance() {
  const { t } = useTranslation();
  const { theme, language, chooseTheme, chooseLanguage } = useAppearance();

  return (
    <div className="my-1 grid gap-2 border-y border-line px-1 py-2.5">
      <Choices
        label={t('shell.theme')}
        value={theme}
        options={themes.map((each) => ({
          value: each,
          label: t(`shell.themes.${each}`),
          Icon: themeIcons[each],
        }))}
        onChoose={chooseTheme}
      />
      <Choices
        label={t('layout.language')}
        value={language}
        options={Object.entries(offeredLanguages()).map(([value, label]) => ({ value, label }))}
        onChoose={(next) => void chooseLanguage(next)}
      />
    </div>
  );
}

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly Icon?: ComponentType<SVGProps<SVGSVGElement>>;
}

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChoose: (value: Value) => void;
}

/** One of a few, chosen without leaving the menu. */
function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, value, options, onChoose } = props;
  return (
    <DropdownMenu.RadioGroup value={value} aria-label={label} className="grid gap-1.5">
      <span aria-hidden="true" className="px-1.5 text-small text-ink-2">
        {label}
      </span>
      <div className="flex flex-wrap gap-0.5 rounded-[9px] border border-line bg-sunken p-[3px]">
        {options.map((option) => (
          <DropdownMenu.RadioItem
            key={option.value}
            value={option.value}
            onSelect={(event) => {
              event.preventDefault();
              onChoose(option.value);
            }}
            className="inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-[6px] px-2 text-small font-label text-ink-2 outline-none data-highlighted:text-ink data-highlighted:shadow-[0_0_0_2px_var(--accent)] data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:not-data-highlighted:shadow-[0_0_0_1px_var(--line)] max-sm:h-9"
          >
            {option.Icon && <option.Icon aria-hidden="true" className="size-[15px]" />}
            {option.label}
          </DropdownMenu.RadioItem>
        ))}
      </div>
    </DropdownMenu.RadioGroup>
  );
}
