import House from 'lucide-react/icons/house';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { RouteBar } from '../../shared/ui/route-bar.tsx';
import { Toaster } from '../../shared/ui/toaster.tsx';
import { Sidebar } from './sidebar.tsx';
import type { SidebarEntry } from './sidebar-links.tsx';
import { TopBar } from './top-bar.tsx';

interface ShellProps {
  readonly entries?: readonly SidebarEntry[];
  readonly crumb?: ReactNode;
  readonly children: ReactNode;
}

/** Top bar, sidebar and page of everybody who is signed in. */
export function Shell({ entries = [], crumb, children }: ShellProps) {
  const { t } = useTranslation();
  const home = { to: paths.dashboard, label: t('layout.projects'), Icon: House };

  return (
    <>
      <a href="#content" className="skip-link">
        {t('layout.skip')}
      </a>
      <TopBar home={home} entries={entries} crumb={crumb} />
      <div className="flex">
        <Sidebar home={home} entries={entries} />
        <main
          id="content"
          tabIndex={-1}
          className="grid w-full min-w-0 max-w-[1120px] content-start gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-7 md:pb-14"
        >
          <Suspense fallback={<RouteBar />}>{children}</Suspense>
        </main>
      </div>
      <Toaster />
    </>
  );
}

export function MainLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
