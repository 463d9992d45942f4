import '../../shared/ui/style-nonce.ts';
import { useIsFetching } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import MenuIcon from 'lucide-react/icons/menu';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Brand, FlameLogo } from '../../shared/ui/brand.tsx';
import { Spinner } from '../../shared/ui/button.tsx';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { Menu, MenuItem, MenuLabel } from '../../shared/ui/menu.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { type SidebarEntry, SidebarLinks } from './sidebar-links.tsx';

interface TopBarProps {
  readonly home: SidebarEntry;
  readonly entries: readonly SidebarEntry[];
  readonly crumb?: ReactNode;
}

export function TopBar({ home, entries, crumb }: TopBarProps) {
  const fetching = useIsFetching() > 0;

  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface px-3.5 sm:px-5">
      <MobileMenu home={home} entries={entries} />
      <Brand to={paths.dashboard} />
      {crumb}
      <div className="ml-auto flex items-center gap-2">
        {fetching && (
          <Spinner className="animate-[spin_1s_linear_infinite,fade_150ms_ease-out_150ms_backwards] text-ink-3" />
        )}
        <LanguageSelect compact />
        <UserMenu />
      </div>
    </header>
  );
}

const iconButton =
  'grid size-[38px] shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink';

interface MobileMenuProps {
  readonly home: SidebarEntry;
  readonly entries: readonly SidebarEntry[];
}

/** The sidebar of narrow windows: a drawer that keeps the focus and closes on Esc. */
function MobileMenu({ home, entries }: MobileMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label={t('layout.openMenu')} className={`${iconButton} -ml-2 md:hidden`}>
        <MenuIcon aria-hidden="true" className="size-5" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 grid w-64 max-w-[calc(100vw-56px)] animate-slide content-start gap-2 overflow-y-auto border-r border-line bg-surface px-3 pb-4 shadow-pop md:hidden"
        >
          <div className="flex h-14 items-center justify-between pl-2">
            <FlameLogo />
            <Dialog.Title className="sr-only">{t('layout.mainNavigation')}</Dialog.Title>
            <Dialog.Close aria-label={t('layout.closeMenu')} className={iconButton}>
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          <nav aria-label={t('layout.mainNavigation')}>
            <SidebarLinks home={home} entries={entries} onFollow={() => setOpen(false)} />
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function UserMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { account, signOut } = useSession();
  const name = account?.displayName ?? '';
  const email = account?.email ?? '';

  async function handleSignOut() {
    try {
      await signOut();
      await navigate(paths.home);
    } catch {
      notify.failure(t('errors.failedSignOut'));
    }
  }

  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('layout.userMenu')}
          className="-mr-1 grid size-[38px] shrink-0 place-items-center rounded-full hover:bg-sunken data-[state=open]:bg-sunken"
        >
          <Avatar name={name || email} pictureUrl={account?.photoUrl} />
        </button>
      }
    >
      <MenuLabel>
        <span className="block truncate text-label font-card">{name || email}</span>
        {name && <span className="block truncate text-small text-ink-2">{email}</span>}
      </MenuLabel>
      <MenuItem
        icon={<UserRound aria-hidden="true" />}
        onChoose={() => void navigate(paths.profile)}
      >
        {t('layout.profile')}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden="true" />} onChoose={() => void handleSignOut()}>
        {t('layout.signOut')}
      </MenuItem>
    </Menu>
  );
}
