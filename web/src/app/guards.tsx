import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useChange } from '../shared/api/use-change.ts';
import { paths } from '../shared/paths.ts';
import { isOwnPath, keptLocation, useSession } from '../shared/session/index.ts';
import { usePageTitle } from '../shared/ui/page-title.tsx';
import { RouteBar } from '../shared/ui/route-bar.tsx';
import { StopPage } from './stop-page.tsx';

interface GuardProps {
  /** Shown while it is not yet known who is signed in. */
  readonly fallback?: ReactNode;
  /** The routes below, if left out. */
  readonly children?: ReactNode;
}

/** Lets signed-in people through; visitors sign in first and then come back here. */
export function RequireAccount({ fallback, children = <Outlet /> }: GuardProps) {
  const { status, reason } = useSession();
  const wasSignedIn = useRef(false);

  useEffect(() => {
    wasSignedIn.current = status === 'signed-in';
  }, [status]);

  switch (status) {
    case 'loading':
      return fallback;
    case 'unreachable':
      return <Unreachable />;
    case 'signed-out':
      return <ToSignIn keep={!(reason === 'left' && wasSignedIn.current)} />;
    case 'signed-in':
      return children;
  }
}

/** For sign-in and sign-up: signed-in people go on to where they wanted to be. */
export function RequireVisitor({ fallback, children = <Outlet /> }: GuardProps) {
  const { status } = useSession();
  switch (status) {
    case 'loading':
      return fallback;
    case 'unreachable':
      return <Unreachable />;
    case 'signed-out':
      return children;
    case 'signed-in':
      return <GoOn />;
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

function GoOn() {
  const { state } = useLocation();
  const target = locationOf(state) ?? keptLocation.peek() ?? paths.dashboard;

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
