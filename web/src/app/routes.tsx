import { web } from '@hearth/app/web';
import { localPagePaths, type PublicConfig } from '@hearth/contract';
import { type ComponentType, type ReactElement, Suspense } from 'react';
import {
  createRoutesFromElements,
  matchRoutes,
  Navigate,
  Outlet,
  Route,
  Routes,
} from 'react-router';
import { type Guard, pages } from '../pages.ts';
import { useConfig } from '../shared/config/index.ts';
import { everyPath, type PageName, paths } from '../shared/paths.ts';
import { useSession } from '../shared/session/index.ts';
import type { SessionState } from '../shared/session/session-state.ts';
import { RouteBar } from '../shared/ui/route-bar.tsx';
import { FrameSkeleton } from './frame-skeleton.tsx';
import { RequireAccount, RequireInside, RequireSettled, RequireVisitor } from './guards.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import {
  AdminOnly,
  AppPage,
  MainLayout,
  NotFoundPage,
  OperatorOnly,
  OwnerOnly,
  PaidOnly,
  SignedInProviders,
  SubscriptionLayout,
  screens,
} from './lazy-screens.ts';
import { LoadBar } from './load-bar.tsx';

/** Shows the frame until it is known who is signed in and the code of the screen is there. */
function Inside() {
  return (
    <RequireAccount fallback={<FrameSkeleton />}>
      <Suspense fallback={<FrameSkeleton />}>
        <Outlet />
      </Suspense>
    </RequireAccount>
  );
}

/** Visitors see the page about the product if the operator wants one; all others are led on. */
function Landing() {
  const { landing } = useConfig();
  const { status } = useSession();
  return landing && status !== 'signed-in' ? <Outlet /> : <Navigate to={paths.dashboard} replace />;
}

/** All pages, below their guards. */
export function routes(localMode: boolean) {
  const behind = (guard: Guard) =>
    (Object.keys(pages) as PageName[])
      .filter((name) => pages[name].guard === guard && (localMode || !(name in localPagePaths)))
      .map((name) => {
        const Screen = screens[name];
        return <Route key={name} path={everyPath[name]} element={<Screen />} />;
      });
  return (
    <>
      {behind('anyone')}
      <Route element={<Landing />}>{behind('landing')}</Route>
      <Route element={<RequireVisitor fallback={<RouteBar />} />}>
        <Route element={<PublicLayout />}>{behind('visitor')}</Route>
      </Route>
      <Route element={<PublicLayout />}>
        {behind('public')}
        <Route element={<RequireAccount fallback={<RouteBar />} />}>{behind('arriving')}</Route>
      </Route>
      <Route element={<RequireSettled />}>
        <Route element={<PublicLayout />}>{behind('settled')}</Route>
      </Route>

      <Route element={<Inside />}>
        <Route element={<SignedInProviders />}>
          <Route element={<MainLayout />}>
            {behind('account')}
            {web.accountPages?.map(({ path }) => (
              <Route key={path} path={`/account/${path}`} element={<AppPage own path={path} />} />
            ))}
            <Route element={<OperatorOnly />}>{behind('operator')}</Route>
          </Route>
          <Route element={<SubscriptionLayout />}>{behind('no-project')}</Route>
          {/* With its path, so that ".." on a page of the product leads to the project. */}
          <Route path={everyPath.subscription} element={<SubscriptionLayout />}>
            {behind('member')}
            {web.subscriptionPages.map(({ path }) => (
              <Route key={path} path={path} element={<AppPage path={path} />} />
            ))}
            <Route element={<AdminOnly />}>
              {behind('admin')}
              <Route element={<PaidOnly />}>{behind('paid')}</Route>
            </Route>
            <Route element={<OwnerOnly />}>{behind('owner')}</Route>
          </Route>
        </Route>
      </Route>

      <Route element={<RequireInside fallback={<NotFoundPage />} />}>
        <Route element={<SignedInProviders />}>
          <Route element={<MainLayout />}>
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Route>
    </>
  );
}

/** `screen` makes elements with `load`; guards have none. */
type RouteElement = ReactElement<
  unknown,
  ComponentType & { readonly load?: (config: PublicConfig) => Promise<unknown> }
>;

/** Whether visitors and signed-in people see the same screen, so that it need not wait for the session. */
export function isForAll(pathname: string, { landing }: PublicConfig): boolean {
  const name = (Object.keys(pages) as PageName[]).find((each) => everyPath[each] === pathname);
  const guard = name && pages[name].guard;
  return guard === 'anyone' || (guard === 'landing' && landing);
}

/** Loads the code of the screen that an address leads to, and of the frames around it. */
export async function loadScreenAt(
  pathname: string,
  config: PublicConfig,
  status: SessionState['status'],
): Promise<void> {
  const all = createRoutesFromElements(routes(config.localMode));
  const isLedHome = pathname === paths.home && !(config.landing && status !== 'signed-in');
  const found = matchRoutes(all, isLedHome ? paths.dashboard : pathname) ?? [];
  const isClosed =
    status === 'signed-out' && found.some(({ route }) => typeOf(route.element) === Inside);
  const shown = isClosed ? matchRoutes(all, paths.signIn) : found;
  await Promise.all((shown ?? []).map(({ route }) => typeOf(route.element).load?.(config)));
}

const typeOf = (element: unknown) => (element as RouteElement).type;

export function AppRoutes() {
  const { localMode } = useConfig();

  return (
    <>
      <Suspense>
        <Routes>{routes(localMode)}</Routes>
      </Suspense>
      <LoadBar />
    </>
  );
}
