import History from 'lucide-react/icons/history';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Users from 'lucide-react/icons/users';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import type { SidebarEntry } from './sidebar-entry.ts';

const pages = [
  {
    label: 'layout.overview',
    path: paths.subscription,
    Icon: LayoutGrid,
    exact: true,
    adminLevel: false,
  },
  {
    label: 'layout.users',
    path: paths.subscriptionUsers,
    Icon: Users,
    exact: false,
    adminLevel: true,
  },
  {
    label: 'layout.activity',
    path: paths.subscriptionActivity,
    Icon: History,
    exact: false,
    adminLevel: true,
  },
  {
    label: 'layout.settings',
    path: paths.subscriptionSettings,
    Icon: SlidersHorizontal,
    exact: false,
    adminLevel: true,
  },
] as const;

/** Pages of the current subscription that the person may open. */
export function useSubscriptionEntries(): readonly SidebarEntry[] {
  const { t } = useTranslation();
  const { subscription, isAdminLevel } = useCurrentSubscription();

  return pages
    .filter(({ adminLevel }) => isAdminLevel || !adminLevel)
    .map(({ label, path, Icon, exact }) => ({
      to: path(subscription.id),
      label: t(label),
      Icon,
      exact,
    }));
}
