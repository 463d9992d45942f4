import { web } from '@hearth/app/web';
import CreditCard from 'lucide-react/icons/credit-card';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import Laptop from 'lucide-react/icons/laptop';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import UserRound from 'lucide-react/icons/user-round';
import Users from 'lucide-react/icons/users';
import type { ComponentType, SVGProps } from 'react';
import { useTranslation } from 'react-i18next';
import { type Guard, pages } from '../../pages.ts';
import type { CurrentSubscription } from '../../shared/current-subscription/current-subscription.ts';
import { type PageName, paths } from '../../shared/paths.ts';
import type { SidebarEntry } from './sidebar-links.tsx';

/** Pages with an icon are in the search, and in the sidebar if they are about a project. */
export const icons: { readonly [Name in PageName]?: ComponentType<SVGProps<SVGSVGElement>> } = {
  dashboard: House,
  profile: UserRound,
  sessions: Laptop,
  changePassword: KeyRound,
  subscription: LayoutGrid,
  subscriptionUsers: Users,
  subscriptionBilling: CreditCard,
  subscriptionActivity: History,
  subscriptionSettings: SlidersHorizontal,
};

function useListedPages() {
  const { t } = useTranslation();
  return (Object.keys(pages) as PageName[]).flatMap((name) => {
    const { guard, label, keywords } = pages[name];
    const Icon = icons[name];
    const words = label && { label: t(label), keywords: keywords && t(keywords) };
    return words && Icon ? [{ guard, path: paths[name], ...words, Icon }] : [];
  });
}

/** Pages about the person, for the search. */
export function useAccountPages(): readonly SidebarEntry[] {
  return useListedPages().flatMap(({ path, guard: _, ...entry }) =>
    typeof path === 'string' ? [{ ...entry, to: path }] : [],
  );
}

/** Pages of the project that the person may open; those of the product on Hearth come after the overview. */
export function useProjectPages(current: CurrentSubscription | undefined): readonly SidebarEntry[] {
  const { t } = useTranslation();
  const listed = useListedPages();
  if (!current) {
    return [];
  }
  const { isOwner, holds, subscription } = current;
  const [overview, ...others] = listed.flatMap(({ path, guard, ...entry }) =>
    typeof path === 'function' && mayOpen(guard, current)
      ? [{ ...entry, to: path(subscription.id), exact: path === paths.subscription }]
      : [],
  );
  const own = web.subscriptionPages.flatMap(({ path, entry, anyOf }) =>
    entry && (!anyOf || isOwner || anyOf.some(holds))
      ? [
          {
            to: `${paths.subscription(subscription.id)}/${path}`,
            label: t(entry.label),
            Icon: entry.Icon,
          },
        ]
      : [],
  );
  return [...(overview ? [overview] : []), ...own, ...others];
}

function mayOpen(guard: Guard, current: CurrentSubscription): boolean {
  const { isOwner, isAdminLevel, subscription } = current;
  switch (guard) {
    case 'owner':
      return isOwner;
    case 'admin':
      return isAdminLevel;
    case 'paid':
      return isAdminLevel && subscription.status !== 'unpaid';
    default:
      return true;
  }
}
