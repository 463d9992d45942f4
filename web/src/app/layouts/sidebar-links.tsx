import type { ComponentType, SVGProps } from 'react';
import { NavLink } from 'react-router';
import { Badge } from '../../shared/ui/badge.tsx';
import { classNames } from '../../shared/ui/class-names.ts';

interface SidebarLinksProps {
  readonly home: SidebarEntry;
  readonly entries: readonly SidebarEntry[];
  /** Icons only; the words stay for screen readers. */
  readonly collapsed?: boolean;
  readonly onFollow?: () => void;
}

export function SidebarLinks({ home, entries, collapsed = false, onFollow }: SidebarLinksProps) {
  function link({ to, label, Icon, exact = false, count, alert, badge }: SidebarEntry) {
    return (
      <li key={to}>
        <NavLink
          to={to}
          end={exact}
          onClick={onFollow}
          className={classNames(
            'group relative flex h-[38px] items-center gap-3 rounded-control px-3 text-label font-nav text-ink-2 transition-colors duration-150 ease-out hover:bg-sunken hover:text-ink',
            'aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_2px_0_0_var(--accent)] aria-[current=page]:[&>svg]:text-accent',
            collapsed && 'justify-center',
          )}
        >
          <Icon aria-hidden="true" className="size-[18px] shrink-0" strokeWidth={1.75} />
          <SidebarTip collapsed={collapsed}>{label}</SidebarTip>
          {count !== undefined && !collapsed && (
            // The page itself tells screen readers how many there are.
            <span aria-hidden="true" className="ml-auto text-small text-ink-2 tabular-nums">
              {count}
            </span>
          )}
          {badge && (
            <span className="ml-auto">
              <Badge tone="warn">{badge}</Badge>
            </span>
          )}
          {alert && (
            <span
              className={classNames(
                'size-[7px] shrink-0 rounded-full bg-warn',
                collapsed ? 'absolute top-1.5 right-3' : 'ml-auto',
              )}
            >
              <span className="sr-only">{alert}</span>
            </span>
          )}
        </NavLink>
      </li>
    );
  }

  return (
    <>
      <ul className="grid gap-0.5">{link(home)}</ul>
      {entries.length > 0 && (
        <ul className="mt-2.5 grid gap-0.5 border-t border-line pt-2.5">{entries.map(link)}</ul>
      )}
    </>
  );
}

/** Words of a link; beside its icon in a tip while the sidebar is collapsed. */
export function SidebarTip(props: { readonly collapsed: boolean; readonly children: string }) {
  return <bdi className={props.collapsed ? 'tip' : 'truncate'}>{props.children}</bdi>;
}

/** A place that the sidebar leads to. */
export interface SidebarEntry {
  readonly to: string;
  readonly label: string;
  /** Other words that people type for it in the search. */
  readonly keywords?: string | undefined;
  readonly Icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** Lit on this very address only, not below it. */
  readonly exact?: boolean;
  /** How many things the place holds, if that is known. */
  readonly count?: number | undefined;
  /** Words about what waits there, if there is room for them. */
  readonly badge?: string | undefined;
  /** Words of the dot that it has if something there needs the person. */
  readonly alert?: string | undefined;
}
