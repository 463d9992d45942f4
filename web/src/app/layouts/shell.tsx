import House from 'lucide-react/icons/house';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { loadWords } from '../../shared/i18n/index.ts';
import { loadPatiently } from '../../shared/online/load-patiently.ts';
import { useOnline } from '../../shared/online/use-online.ts';
import { paths } from '../../shared/paths.ts';
import { ReadOnlyReason } from '../../shared/ui/read-only.ts';
import { Toaster } from '../../shared/ui/toaster.tsx';
import { useLastVisited } from '../search/use-last-visited.ts';
import { useAccountEntries } from './account-entries.ts';
import { OfflineStrip } from './offline-strip.tsx';
import { isDialogOpen, isSearchKey, OpenSearch } from './open-search.ts';
import { Sidebar } from './sidebar.tsx';
import type { SidebarEntry } from './sidebar-links.tsx';
import { TopBar } from './top-bar.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { VisitedLinks } from './visited-links.tsx';

/** It names actions of every page, so it needs the words of all. */
const Palette = lazy(async () => {
  const load = () => Promise.all([import('../search/palette.tsx'), loadWords('all')]);
  const [{ Palette: component }] = await loadPatiently(load);
  return { default: component };
});

interface ShellProps {
  readonly entries?: readonly SidebarEntry[];
  readonly crumb?: ReactNode;
  /** Below the entries of the sidebar. */
  readonly aside?: (collapsed: boolean) => ReactNode;
  /** False if there would be one place only, which the logo leads to as well. */
  readonly withSidebar?: boolean;
  readonly children: ReactNode;
}

/** Top bar, sidebar and page of everybody who is signed in. */
export function Shell(props: ShellProps) {
  const { entries = [], crumb, aside, withSidebar = true, children } = props;
  const { t } = useTranslation();
  const isOnline = useOnline();
  const search = useSearch();
  const home = { to: paths.dashboard, label: t('layout.projects'), Icon: House };

  return (
    <ReadOnlyReason value={isOnline ? undefined : t('shell.offline.reason')}>
      <OpenSearch value={search.open}>
        <a href="#content" className="skip-link">
          {t('layout.skip')}
        </a>
        <TopBar home={home} entries={entries} crumb={crumb} onSearch={search.open} />
        {!isOnline && <OfflineStrip />}
        <div className="flex">
          {withSidebar && <Sidebar home={home} entries={entries} aside={aside} />}
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto grid w-full min-w-0 max-w-[1120px] content-start gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-7 md:pb-14"
          >
            <Suspense>{children}</Suspense>
          </main>
        </div>
        <UnsavedGuard />
        <Suspense>{search.isOpen && <Palette onClose={search.close} />}</Suspense>
        <Toaster />
      </OpenSearch>
    </ReadOnlyReason>
  );
}

/** Opened by its button or by Ctrl K, which closes it again. */
function useSearch() {
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (isSearchKey(event)) {
        event.preventDefault();
        setIsOpen((before) => !(before || isDialogOpen()));
      }
    }
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);

  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}

export function MainLayout() {
  const entries = useAccountEntries();
  const visited = useLastVisited();
  return (
    <Shell
      entries={entries}
      aside={(collapsed) => <VisitedLinks projects={visited ?? []} collapsed={collapsed} />}
      withSidebar={entries.length > 0 || visited?.length !== 0}
    >
      <Outlet />
    </Shell>
  );
}
