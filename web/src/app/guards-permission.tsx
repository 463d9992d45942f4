import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { pages } from '../pages.ts';
import { useConfig, useConfiguredText } from '../shared/config/index.ts';
import { useCurrentSubscription } from '../shared/current-subscription/current-subscription.ts';
import { everyPath, type PageName, paths } from '../shared/paths.ts';
import { notify } from '../shared/ui/toasts.ts';
import { RequireAccount } from './guards.tsx';

interface RequirePermissionProps {
  /** One of these is enough. `owner` is a name like the permissions. */
  readonly anyOf?: readonly string[];
  /** All of these are needed. */
  readonly allOf?: readonly string[];
  readonly owner?: boolean;
  readonly fallback?: ReactNode;
  readonly children?: ReactNode;
}

const noNames: readonly string[] = [];

/** Lets through who may see the page; without a requirement, everybody who is signed in. */
export function RequirePermission(props: RequirePermissionProps) {
  const {
    anyOf = noNames,
    allOf = noNames,
    owner = false,
    fallback,
    children = <Outlet />,
  } = props;
  const isOpen = anyOf.length === 0 && allOf.length === 0 && !owner;
  const everyName = owner ? [...allOf, ownerName] : allOf;

  return (
    <RequireAccount fallback={fallback}>
      {isOpen ? (
        children
      ) : (
        <HolderOnly anyOf={anyOf} allOf={everyName}>
          {children}
        </HolderOnly>
      )}
    </RequireAccount>
  );
}

const ownerName = 'owner';

interface HolderOnlyProps {
  readonly anyOf: readonly string[];
  readonly allOf: readonly string[];
  readonly children: ReactNode;
}

function HolderOnly({ anyOf, allOf, children }: HolderOnlyProps) {
  const { permissions } = useConfig();
  const { holds, isOwner } = useCurrentSubscription();
  const known = [ownerName, ...permissions.map(({ key }) => key)];
  const unknown = [...anyOf, ...allOf].find((name) => !known.includes(name));

  useEffect(() => {
    if (unknown !== undefined) {
      // biome-ignore lint/suspicious/noConsole: a route that names no permission is a fault to be seen.
      console.error(`Unknown permission: ${unknown}`);
    }
  }, [unknown]);

  const has = (name: string) => isOwner || (name !== ownerName && holds(name));
  const mayPass = allOf.every(has) && (anyOf.length === 0 || anyOf.some(has));
  if (unknown !== undefined) {
    return <Navigate to={paths.dashboard} replace />;
  }
  if (mayPass) {
    return children;
  }
  const lackingOf = (names: readonly string[]) => names.filter((name) => !has(name));
  return <Refused lacking={[...lackingOf(allOf), ...(anyOf.some(has) ? [] : anyOf)]} />;
}

/** Names the right that is lacking, and leads home. */
function Refused({ lacking }: { readonly lacking: readonly string[] }) {
  const navigate = useNavigate();
  const { sentence, detail } = useLackingRight({
    permissions: lacking,
    owner: lacking.includes(ownerName),
  });

  const leave = useEffectEvent(() => {
    notify.failure(sentence, detail);
    void navigate(paths.dashboard, { replace: true });
  });
  useEffect(() => leave(), []);

  return null;
}

/** For holders of any permission that the configuration marks as admin-level. */
export function AdminOnly() {
  const { permissions } = useConfig();
  const adminKeys = permissions.filter(({ admin }) => admin).map(({ key }) => key);
  // Without an admin-level permission in the configuration, only the owner is left.
  return <RequirePermission anyOf={adminKeys} owner={adminKeys.length === 0} />;
}

/** For the owner of the subscription. */
export function OwnerOnly() {
  return <RequirePermission owner />;
}

interface Required {
  readonly permissions: readonly string[];
  readonly owner: boolean;
}

/** Says which right the page needs, and who can give it. */
function useLackingRight({ permissions, owner }: Required): {
  readonly sentence: string;
  readonly detail: string;
} {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const { subscription } = useCurrentSubscription();
  const { settings, owner_name: ownerName } = subscription;
  const words = {
    page: toPageName(pathname, t),
    project: settings.name || t('subscription.untitled'),
    owner: ownerName ?? '',
    permission: config.permissions
      .filter(({ key }) => permissions.includes(key))
      .map(({ label }) => configuredText(label))
      .join(t('errors.rights.or')),
  };

  if (owner) {
    return {
      sentence: t('errors.refusals.access/owner-only'),
      detail: t(ownerName ? 'errors.rights.ownerNamed' : 'errors.rights.owner', words),
    };
  }
  return {
    sentence: t('errors.refusals.access/denied'),
    detail: t(ownerName ? 'errors.rights.lackingNamed' : 'errors.rights.lacking', words),
  };
}

function toPageName(pathname: string, t: TFunction): string {
  const names = Object.keys(pages) as PageName[];
  const name = names.find((each) => matchPath(everyPath[each], pathname));
  const label = name && pages[name].label;
  return label ? t(label) : document.title;
}
