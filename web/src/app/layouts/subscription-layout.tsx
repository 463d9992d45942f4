import type { Subscription } from '@hearth/contract';
import { type ComponentProps, lazy, Suspense, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router';
import {
  CurrentSubscriptionProvider,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { loadPatiently } from '../../shared/online/load-patiently.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { TitleScope } from '../../shared/ui/page-title.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { noteVisit } from '../search/last-visited.ts';
import { isOwed, useProjects } from '../search/use-projects.ts';
import { useProjectPages } from './page-entries.ts';
import { ProjectSkeleton } from './project-skeleton.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { findKeptReturn, returnParameter } from './return-url.ts';
import { Shell } from './shell.tsx';
import type { SidebarEntry } from './sidebar-links.tsx';

const ReturnLink = lazy(async () => ({
  default: (await loadPatiently(() => import('./return-link.tsx'))).ReturnLink,
}));

type OnFailure = ComponentProps<typeof CurrentSubscriptionProvider>['onFailure'];

/** A subscription that cannot be shown says why and leads home, or to the second factor that it needs. */
export function SubscriptionLayout() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const deniedText = useDeniedText();
  const handleFailure: OnFailure = useCallback(
    (sentenceKey, known) => {
      const sentence = t(`errors.subscriptionContext.${sentenceKey}`);
      const texts: Partial<Record<typeof sentenceKey, string>> = {
        accessDenied: deniedText(known),
        secondFactorRequired: t('errors.rights.secondFactor'),
      };
      notify.failure(sentence, texts[sentenceKey]);
      const isToAdd = sentenceKey === 'secondFactorRequired';
      void navigate(isToAdd ? paths.addAuthenticator : paths.home, { replace: true });
    },
    [t, navigate, deniedText],
  );

  return (
    <CurrentSubscriptionProvider
      fallback={
        <Shell>
          <ProjectSkeleton />
        </Shell>
      }
      onFailure={handleFailure}
    >
      <SubscriptionShell />
    </CurrentSubscriptionProvider>
  );
}

function SubscriptionShell() {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const { id, settings } = subscription;

  useEffect(() => noteVisit(uid, id), [uid, id]);

  return (
    <TitleScope value={settings.name || t('subscription.untitled')}>
      <Shell entries={useSubscriptionEntries()} crumb={<ProjectSwitcher />}>
        <WayBack subscriptionId={id} />
        <Outlet />
      </Shell>
    </TitleScope>
  );
}

/** On billing pages that another product has linked to. */
function WayBack({ subscriptionId }: { readonly subscriptionId: string }) {
  const { pathname, search } = useLocation();
  if (!pathname.startsWith(paths.subscriptionBilling(subscriptionId))) {
    return null;
  }
  const asked = new URLSearchParams(search).get(returnParameter) ?? findKeptReturn(subscriptionId);
  return (
    asked !== null && (
      <Suspense fallback={<div className="h-[38px]" />}>
        <ReturnLink subscriptionId={subscriptionId} asked={asked} />
      </Suspense>
    )
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

/** Pages of the current subscription that the person may open, with what there is to see on them. */
function useSubscriptionEntries(): readonly SidebarEntry[] {
  const { t } = useTranslation();
  const current = useCurrentSubscription();
  const { id } = current.subscription;
  const seats = useProjects()?.find((project) => project.id === id)?.seats;
  const facts: Readonly<Record<string, Partial<SidebarEntry>>> = {
    [paths.subscriptionUsers(id)]: { count: seats?.used },
    [paths.subscriptionBilling(id)]: {
      alert: isOwed(current.subscription) ? t('shell.needsAttention') : undefined,
    },
  };
  return useProjectPages(current).map((entry) => ({ ...entry, ...facts[entry.to] }));
}
