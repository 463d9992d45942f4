import CreditCard from 'lucide-react/icons/credit-card';
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
    needsPaid: false,
  },
  {
    label: 'layout.users',
    path: paths.subscriptionUsers,
    Icon: Users,
    exact: false,
    adminLevel: true,
    needsPaid: true,
  },
  {
    label: 'layout.billing',
    path: paths.subscriptionBilling,
    Icon: CreditCard,
    exact: false,
    adminLevel: true,
    needsPaid: false,
  },
  {
    label: 'layout.activity',
    path: paths.subscriptionActivity,
    Icon: History,
    exact: false,
    adminLevel: true,
    needsPaid: true,
  },
  {
    label: 'layout.settings',
    path: paths.subscriptionSettings,
    Icon: SlidersHorizontal,
    exact: false,
    adminLevel: true,
    needsPaid: true,
  },
] as const;

/** Pages of the current subscription that the person may open. */
export function useSubscriptionEntries(): readonly SidebarEntry[] {
  const { t } = useTranslation();
  const { subscription, isAdminLevel } = useCurrentSubscription();

  return pages
    .filter(({ adminLevel }) => isAdminLevel || !adminLevel)
    .filter(({ needsPaid }) => subscription.status !== 'unpaid' || !needsPaid)
    .map(({ label, path, Icon, exact }) => ({
      to: path(subscription.id),
      label: t(label),
      Icon,
      exact,
    }));
}
