import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useChange } from '../shared/api/use-change.ts';
import { loadPatiently } from '../shared/online/load-patiently.ts';
import { paths } from '../shared/paths.ts';
import { useChosenPlan } from '../shared/plans/chosen-plan.ts';
import { isOwnPath, keptLocation, useSession } from '../shared/session/index.ts';
import { SessionContext } from '../shared/session/session-provider.tsx';
import type { Account } from '../shared/session/session-state.ts';
import { usePageTitle } from '../shared/ui/page-title.tsx';
import { RouteBar } from '../shared/ui/route-bar.tsx';
import { StopPage } from './stop-page.tsx';

interface GuardProps {
  /** Shown while it is not yet known who is signed in. */
  readonly fallback?: ReactNode;
  /** The routes below, if left out. */
  readonly children?: ReactNode;
}

const SessionEndedDialog = lazy(async () => ({
  default: (await loadPatiently(() => import('./session-ended-dialog.tsx'))).SessionEndedDialog,
}));

/**
 * Lets signed-in people through; visitors sign in first and return. If the server has ended the session, the page stays
 * below a dialog, so that typed text is not lost.
 */
export function RequireAccount({ fallback, children = <Outlet /> }: GuardProps) {
  const session = useSession();
  const { status, reason } = session;
  const wasSignedIn = useRef(false);
  const [last, setLast] = useState<Account>();
  const endedFor = status === 'signed-out' && reason === 'ended' ? last : undefined;

  if (session.account && session.account !== last) {
    setLast(session.account);
  }
  useEffect(() => {
    wasSignedIn.current = status === 'signed-in';
  }, [status]);

  const account = session.account ?? endedFor;
  if (account) {
    return (
      <SessionContext value={{ ...session, status: 'signed-in', reason: undefined, account }}>
        {children}
        {endedFor && (
          <Suspense>
            <SessionEndedDialog onLeave={() => setLast(undefined)} />
          </Suspense>
        )}
      </SessionContext>
    );
  }
  switch (status) {
    case 'loading':
      return fallback;
    case 'unreachable':
      return <Unreachable />;
    case 'signed-out':
      // The next person who signs in here may be another one, who has no business on this page.
      return (
        <ToSignIn keep={!((reason === 'left' || reason === 'deleted') && wasSignedIn.current)} />
      );
    case 'signed-in':
      return fallback;
  }
}

/**
 * For sign-in and sign-up: signed-in people go on to the page they wanted, to the plan they chose, or back to the front
 * end that sent them.
 */
export function RequireVisitor({ fallback, children = <Outlet /> }: GuardProps) {
  const { status } = useSession();
  const { search } = useLocation();
  const plan = useChosenPlan();
  const chosen = search.includes('interaction=') ? paths.continueSignIn + search : plan?.path;

  useEffect(() => {
    // Survives a reload, another page of the sign-in, and a provider's page.
    if (chosen && status === 'signed-out') {
      keptLocation.keep(chosen);
    }
  }, [chosen, status]);

  switch (status) {
    case 'loading':
      return fallback;
    case 'unreachable':
      return <Unreachable />;
    case 'signed-out':
      return children;
    case 'signed-in':
      return <GoOn chosen={chosen} />;
  }
}

function ToSignIn({ keep }: { readonly keep: boolean }) {
  const { pathname, search, hash } = useLocation();
  const from = `${pathname}${search}${hash}`;

  useEffect(() => {
    if (keep) {
      keptLocation.keep(from);
    } else {
      keptLocation.forget();
    }
  }, [keep, from]);

  return <Navigate to={paths.signIn} replace state={keep ? { from } : null} />;
}

function GoOn({ chosen }: { readonly chosen: string | undefined }) {
  const { state } = useLocation();
  const target = locationOf(state) ?? chosen ?? keptLocation.peek() ?? paths.dashboard;

  useEffect(() => keptLocation.forget(), []);

  return <Navigate to={target} replace />;
}

function locationOf(state: unknown): string | undefined {
  const from = typeof state === 'object' && state && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && isOwnPath(from) ? from : undefined;
}

/** The server could not say who is signed in; a sign-in form here would be a lie. */
function Unreachable() {
  const { t } = useTranslation();
  const { reload } = useSession();
  const { busy, run } = useChange();
  const title = t('errors.unreachable.title');
  usePageTitle(title);

  return (
    <StopPage
      title={title}
      hint={t('errors.unreachable.hint')}
      action={t('errors.unreachable.retry')}
      busy={busy}
      onAction={() => void run(reload)}
    />
  );
}

/** For pages that anybody may open, once it is known who does. */
export function RequireSettled() {
  const { status } = useSession();
  switch (status) {
    case 'loading':
      return <RouteBar />;
    case 'unreachable':
      return <Unreachable />;
    case 'signed-out':
    case 'signed-in':
      return <Outlet />;
  }
}

/** For screens shown inside the frame to signed-in people, and without it to visitors. */
export function RequireInside({ fallback }: GuardProps) {
  const { status } = useSession();
  switch (status) {
    case 'loading':
      return <RouteBar />;
    case 'unreachable':
    case 'signed-out':
      return fallback;
    case 'signed-in':
      return <Outlet />;
  }
}
