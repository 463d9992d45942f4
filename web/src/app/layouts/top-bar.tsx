import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../shared/paths.ts';
import { Brand } from '../../shared/ui/brand.tsx';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import type { SidebarEntry } from './sidebar-entry.ts';
import { UserMenu } from './user-menu.tsx';

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
