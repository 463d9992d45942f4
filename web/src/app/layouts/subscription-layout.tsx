import type { Subscription } from '@hearth/contract';
import CreditCard from 'lucide-react/icons/credit-card';
import History from 'lucide-react/icons/history';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Users from 'lucide-react/icons/users';
import { type ComponentProps, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigate } from 'react-router';
import { useConfiguredText } from '../../shared/config/index.ts';
import {
  CurrentSubscriptionProvider,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { Shell } from './shell.tsx';
import type { SidebarEntry } from './sidebar-links.tsx';

type OnFailure = ComponentProps<typeof CurrentSubscriptionProvider>['onFailure'];

/** A subscription that cannot be shown says why and leads home. */
export function SubscriptionLayout() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const deniedText = useDeniedText();
  const handleFailure: OnFailure = useCallback(
    (sentenceKey, known) => {
      const sentence = t(`errors.subscriptionContext.${sentenceKey}`);
      notify.failure(sentence, sentenceKey === 'accessDenied' ? deniedText(known) : undefined);
      void navigate(paths.home, { replace: true });
    },
    [t, navigate, deniedText],
  );

  return (
    <CurrentSubscriptionProvider
      fallback={
        <Shell>
          <PageSkeleton />
        </Shell>
      }
      onFailure={handleFailure}
    >
      <SubscriptionShell />
    </CurrentSubscriptionProvider>
  );
}

function SubscriptionShell() {
  return (
    <Shell entries={useSubscriptionEntries()} crumb={<SubscriptionCrumb />}>
      <Outlet />
    </Shell>
  );
}

/** Why a subscription is closed to the person, and who can open it to them. */
function useDeniedText(): (known: Subscription | undefined) => string {
  const { t } = useTranslation();
  return useCallback(
    (known) => {
      if (!known) {
        return t('errors.rights.membersOnly');
      }
      const project = known.settings.name || t('subscription.untitled');
      return known.owner_name
        ? t('errors.rights.lostNamed', { project, owner: known.owner_name })
        : t('errors.rights.lost', { project });
    },
    [t],
  );
}

/** A title and a card, while nothing more is known. */
function PageSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      <Skeleton className="h-8 w-56 max-w-full" />
      <Card className="grid gap-5 p-5">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-6 w-full" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-6 w-3/5" />
      </Card>
    </SkeletonGroup>
  );
}

/** Which subscription one is in. */
function SubscriptionCrumb() {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { subscription, plan } = useCurrentSubscription();

  return (
    <div className="hidden min-w-0 items-center gap-2 text-label text-ink-2 md:flex">
      <span aria-hidden="true">/</span>
      <span className="truncate font-label text-ink">
        {subscription.settings.name || t('subscription.untitled')}
      </span>
      {plan && <Badge tone="accent">{configuredText(plan.titleKey)}</Badge>}
    </div>
  );
}

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
function useSubscriptionEntries(): readonly SidebarEntry[] {
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
