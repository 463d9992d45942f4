import type { Subscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { ProjectMark } from '../../shared/current-subscription/project-mark.tsx';
import { paths } from '../../shared/paths.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { isOwed } from '../search/use-projects.ts';
import { SidebarTip } from './sidebar-links.tsx';

interface VisitedLinksProps {
  readonly projects: readonly Subscription[];
  readonly collapsed: boolean;
}

/** The projects visited last; one that waits for a payment has a dot and a word for it. */
export function VisitedLinks({ projects, collapsed }: VisitedLinksProps) {
  const { t } = useTranslation();

  if (projects.length === 0) {
    return null;
  }
  return (
    <div className="mt-2.5 grid gap-0.5 border-t border-line pt-2.5">
      <p className={collapsed ? 'sr-only' : 'px-3 pt-1 pb-1.5 text-small text-ink-2'}>
        {t('shell.lastVisited')}
      </p>
      <ul className="grid gap-0.5">
        {projects.map((project) => {
          const name = project.settings.name || t('subscription.untitled');
          return (
            <li key={project.id}>
              <NavLink
                to={paths.subscription(project.id)}
                className={classNames(
                  'group relative flex h-[38px] items-center gap-3 rounded-control px-3 text-label text-ink-2 hover:bg-sunken hover:text-ink',
                  collapsed && 'justify-center',
                )}
              >
                <ProjectMark
                  id={project.id}
                  name={name}
                  size="small"
                  ended={project.status === 'canceled'}
                />
                <SidebarTip collapsed={collapsed}>{name}</SidebarTip>
                {isOwed(project) && (
                  <span className="ml-auto size-[7px] shrink-0 rounded-full bg-warn">
                    <span className="sr-only">{t('shell.needsPayment')}</span>
                  </span>
                )}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
