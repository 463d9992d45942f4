import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStorage } from '../../shared/browser-storage.ts';
import { readMedia } from '../../shared/read-media.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { type SidebarEntry, SidebarLinks, SidebarTip } from './sidebar-links.tsx';

interface SidebarProps {
  readonly home: SidebarEntry;
  readonly entries: readonly SidebarEntry[];
  readonly aside?: ((collapsed: boolean) => ReactNode) | undefined;
}

export function Sidebar({ home, entries, aside }: SidebarProps) {
  const { t } = useTranslation();
  const { collapsed, toggle } = useSidebarState();
  const words = t(collapsed ? 'layout.expandSidebar' : 'layout.collapseSidebar');
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;

  return (
    <div
      className={classNames(
        'sticky top-[calc(56px+var(--view-bar,0px))] z-10 hidden h-[calc(100dvh-56px-var(--view-bar,0px))] shrink-0 transition-[width] duration-150 ease-out md:block',
        collapsed ? 'w-20' : 'w-64',
      )}
    >
      {/* Wider than it looks while collapsed: what scrolls would cut off the tips that reach over the page. */}
      <div
        className={classNames(
          'pointer-events-none h-full overflow-y-auto overscroll-contain',
          collapsed ? 'w-80 [scrollbar-width:none]' : 'w-full',
        )}
      >
        <div
          className={classNames(
            'pointer-events-auto flex min-h-full flex-col justify-between gap-4 border-r border-line px-3 py-4',
            collapsed && 'w-20',
          )}
        >
          <nav aria-label={t('layout.mainNavigation')}>
            <SidebarLinks home={home} entries={entries} collapsed={collapsed} />
            {aside?.(collapsed)}
          </nav>
          <button
            type="button"
            aria-expanded={!collapsed}
            onClick={toggle}
            className={classNames(
              'group relative flex h-[38px] shrink-0 items-center gap-3 rounded-control px-3 text-label text-ink-2 hover:bg-sunken hover:text-ink',
              collapsed && 'justify-center',
            )}
          >
            <Icon aria-hidden="true" className="size-[18px] shrink-0" strokeWidth={1.75} />
            <SidebarTip collapsed={collapsed}>{words}</SidebarTip>
          </button>
        </div>
      </div>
    </div>
  );
}

/** True if the page has no room for both, as on a laptop at 200 % zoom. */
const narrow = '(max-width: 1120px)';

function watchNarrow(listener: () => void) {
  const query = readMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the sidebar is collapsed: in narrow windows, until the person says otherwise for windows of that kind. */
function useSidebarState() {
  const isNarrow = useSyncExternalStore(watchNarrow, () => readMedia(narrow).matches);
  const storageKey = isNarrow ? 'hearth.sidebar.narrow' : 'hearth.sidebar';
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const state = chosen[storageKey] ?? browserStorage.get(storageKey);
  const collapsed = isNarrow ? state !== 'expanded' : state === 'collapsed';

  function toggle() {
    const next = collapsed ? 'expanded' : 'collapsed';
    browserStorage.set(storageKey, next);
    setChosen((before) => ({ ...before, [storageKey]: next }));
  }

  return { collapsed, toggle };
}
