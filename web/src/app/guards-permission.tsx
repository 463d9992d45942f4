import type { ReactNode } from 'react';
import { useEffect, useEffectEvent } from 'react';
import { Navigate, Outlet, useNavigate } from 'react-router';
import { useConfig } from '../shared/config/config-provider.tsx';
import { useCurrentSubscription } from '../shared/current-subscription/current-subscription-context.ts';
import { paths } from '../shared/paths.ts';
import { notify } from '../shared/ui/toasts.ts';
import { RequireAccount } from './guards.tsx';
import { useLackingRight } from './lacking-right.ts';

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

  const has = (name: string) => (name === ownerName ? isOwner : holds(name));
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

/** Says what is lacking, and leads home. */
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
