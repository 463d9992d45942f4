import { web } from '@hearth/app/web';
import CreditCard from 'lucide-react/icons/credit-card';
import History from 'lucide-react/icons/history';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Users from 'lucide-react/icons/users';
import type { ComponentType, SVGProps } from 'react';
import type { SubscriptionPage } from '../../shared/app/define-web.ts';
import type { CurrentSubscription } from '../../shared/current-subscription/current-subscription.ts';
import { paths } from '../../shared/paths.ts';

interface ProjectPage {
  /** Key of a text. */
  readonly label:
    | NonNullable<SubscriptionPage['entry']>['label']
    | `layout.${'overview' | 'users' | 'billing' | 'activity' | 'settings'}`;
  readonly path: (id: string) => string;
  readonly Icon: ComponentType<SVGProps<SVGSVGElement>>;
  readonly exact: boolean;
  readonly adminLevel: boolean;
  readonly needsPaid: boolean;
}

const pages: readonly ProjectPage[] = [
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
];

/** Pages of the project that the person may open. */
export function projectPages(current: CurrentSubscription): readonly ProjectPage[] {
  const { subscription, isAdminLevel } = current;
  const [overview, ...others] = pages;
  return [...(overview ? [overview] : []), ...appPages(current), ...others]
    .filter(({ adminLevel }) => isAdminLevel || !adminLevel)
    .filter(({ needsPaid }) => subscription.status !== 'unpaid' || !needsPaid);
}

/** Pages of the product on Hearth that have a place here. */
function appPages({ isOwner, holds }: CurrentSubscription): readonly ProjectPage[] {
  return web.subscriptionPages.flatMap(({ path, entry, anyOf }) =>
    entry && (!anyOf || isOwner || anyOf.some(holds))
      ? [
          {
            ...entry,
            path: (id: string) => `${paths.subscription(id)}/${path}`,
            exact: false,
            adminLevel: false,
            needsPaid: false,
          },
        ]
      : [],
  );
}
