import { type Language, updateUser } from '@hearth/contract';
import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
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
  const keepLanguage = useKeepLanguage();
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
        <LanguageSelect compact onChange={keepLanguage} />
        <UserMenu />
      </div>
    </header>
  );
}

/** The account remembers the language for its mails; the screen does not wait for that. */
function useKeepLanguage() {
  const api = useApi();
  const { account } = useSession();

  return (language: Language) => {
    if (account) {
      api.call(updateUser, { uid: account.uid, language }).catch(() => undefined);
    }
  };
}
