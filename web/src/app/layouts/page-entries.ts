import { web } from '@hearth/app/web';
import type { ParseKeys } from 'i18next';
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

interface PageEntry {
  readonly label: ParseKeys;
  /** With one, the page is in the search, and in the sidebar if it is about a project. */
  readonly Icon?: ComponentType<SVGProps<SVGSVGElement>>;
}

/** Names of pages, in the order of sidebar and search. A page that needs a right has one, which a refusal says. */
export const pageEntries: { readonly [Name in PageName]?: PageEntry } = {
  dashboard: { label: 'shell.switcher.all', Icon: House },
  profile: { label: 'layout.profile', Icon: UserRound },
  sessions: { label: 'shell.palette.sessions', Icon: Laptop },
  changePassword: { label: 'shell.palette.password', Icon: KeyRound },

  subscription: { label: 'layout.overview', Icon: LayoutGrid },
  subscriptionUsers: { label: 'layout.users', Icon: Users },
  subscriptionBilling: { label: 'layout.billing', Icon: CreditCard },
  subscriptionActivity: { label: 'layout.activity', Icon: History },
  subscriptionSettings: { label: 'layout.settings', Icon: SlidersHorizontal },
  inviteUser: { label: 'layout.users' },
  invoice: { label: 'layout.billing' },
  changePlan: { label: 'billing.actions.changePlan' },
  cancelSubscription: { label: 'billing.actions.cancel' },
  updateBillingDetails: { label: 'billing.actions.details' },
  paymentMethods: { label: 'billing.actions.paymentMethods' },
  transferOwnership: { label: 'billing.actions.transfer' },
};

const listed = (Object.keys(pageEntries) as PageName[]).flatMap((name) => {
  const { label, Icon } = pageEntries[name] ?? {};
  return label && Icon ? [{ label, Icon, path: paths[name], guard: pages[name].guard }] : [];
});

/** Pages about the person, for the search. */
export function useAccountPages(): readonly SidebarEntry[] {
  const { t } = useTranslation();
  return listed.flatMap(({ label, path, Icon }) =>
    typeof path === 'string' ? [{ to: path, label: t(label), Icon }] : [],
  );
}

/** Pages of the project that the person may open; those of the product on Hearth come after the overview. */
export function useProjectPages(current: CurrentSubscription | undefined): readonly SidebarEntry[] {
  const { t } = useTranslation();
  if (!current) {
    return [];
  }
  const { isOwner, holds, subscription } = current;
  const [overview, ...others] = listed.flatMap(({ label, path, guard, Icon }) =>
    typeof path === 'function' && mayOpen(guard, current)
      ? [{ to: path(subscription.id), label: t(label), Icon, exact: path === paths.subscription }]
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
