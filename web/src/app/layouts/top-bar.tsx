import { useIsFetching } from '@tanstack/react-query';
import MenuIcon from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Brand } from '../../shared/brand/brand.tsx';
import { loadAhead, loadPatiently } from '../../shared/online/load-patiently.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Spinner } from '../../shared/ui/button.tsx';
import { KeyCap } from '../../shared/ui/key-cap.tsx';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { ariaShortcut, shortcut } from './open-search.ts';
import type { SidebarEntry } from './sidebar-links.tsx';

const MobileMenu = lazy(async () => ({
  default: (await loadPatiently(() => import('./mobile-menu.tsx'))).MobileMenu,
}));

const loadUserMenu = (load = loadPatiently) => load(() => import('./user-menu.tsx'));
const UserMenu = lazy(async () => ({ default: (await loadUserMenu()).UserMenu }));

interface TopBarProps {
  readonly home: SidebarEntry;
  readonly entries: readonly SidebarEntry[];
  readonly crumb?: ReactNode;
  readonly onSearch: () => void;
}

export function TopBar({ home, entries, crumb, onSearch }: TopBarProps) {
  const fetching = useIsFetching() > 0;

  return (
    <header className="sticky top-[var(--view-bar,0px)] z-20 flex h-14 items-center gap-2 border-b border-line bg-surface px-3.5 sm:gap-3 sm:px-5">
      <MobileMenuButton home={home} entries={entries} />
      <span className={crumb ? 'flex min-w-0 shrink-0 max-md:hidden' : 'flex min-w-0'}>
        <Brand to={paths.dashboard} />
      </span>
      {crumb}
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
        {fetching && (
          <Spinner className="animate-[spin_1s_linear_infinite,fade_150ms_ease-out_150ms_backwards] text-ink-3 max-sm:hidden" />
        )}
        <SearchButton onSearch={onSearch} />
        <div className="max-sm:hidden">
          <LanguageSelect compact />
        </div>
        <UserMenuButton onSearch={onSearch} />
      </div>
    </header>
  );
}

const iconButton =
  'grid size-[38px] shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink';

function MobileMenuButton(props: Pick<TopBarProps, 'home' | 'entries'>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t('layout.openMenu')}
        onClick={() => setOpen(true)}
        className={`${iconButton} -ml-2 md:hidden`}
      >
        <MenuIcon aria-hidden="true" className="size-5" />
      </button>
      {open && (
        <Suspense>
          <MobileMenu {...props} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function SearchButton({ onSearch }: { readonly onSearch: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaShortcut}
      onClick={onSearch}
      className="flex h-[38px] items-center gap-2.5 rounded-control text-label text-ink-2 hover:text-ink max-lg:w-[38px] max-lg:justify-center max-lg:hover:bg-sunken lg:border lg:border-line lg:bg-sunken lg:pr-2 lg:pl-3"
    >
      <Search aria-hidden="true" className="size-[18px] shrink-0" />
      <span className="max-lg:sr-only lg:pr-2">{t('shell.search')}</span>
      <KeyCap keys={shortcut} className="max-lg:hidden" />
    </button>
  );
}

function UserMenuButton({ onSearch }: { readonly onSearch: () => void }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const [wanted, setWanted] = useState(false);
  const name = account?.displayName || account?.email || '';
  const trigger = (
    <button
      type="button"
      aria-label={t('layout.userMenu')}
      aria-haspopup="menu"
      className="-mr-1 grid size-[38px] shrink-0 place-items-center rounded-full hover:bg-sunken data-[state=open]:bg-sunken"
      {...(!wanted && {
        onClick: () => setWanted(true),
        onPointerEnter: () => void loadUserMenu(loadAhead).catch(() => undefined),
      })}
    >
      <Avatar id={account?.uid} name={name} pictureUrl={account?.photoUrl} />
    </button>
  );

  return wanted ? (
    <Suspense fallback={trigger}>
      <UserMenu trigger={trigger} onSearch={onSearch} />
    </Suspense>
  ) : (
    trigger
  );
}
