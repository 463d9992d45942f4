import { web } from '@hearth/app/web';
import type { PublicConfig } from '@hearth/contract';
import { type ComponentType, type ReactElement, Suspense } from 'react';
import {
  createRoutesFromElements,
  matchRoutes,
  Navigate,
  Outlet,
  Route,
  Routes,
} from 'react-router';
import { useConfig } from '../shared/config/index.ts';
import { paths } from '../shared/paths.ts';
import { useSession } from '../shared/session/index.ts';
import type { SessionState } from '../shared/session/session-state.ts';
import { RouteBar } from '../shared/ui/route-bar.tsx';
import { FrameSkeleton } from './frame-skeleton.tsx';
import { RequireAccount, RequireInside, RequireSettled, RequireVisitor } from './guards.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import {
  ActivityPage,
  AdminOnly,
  AppPage,
  AuthActionPage,
  BillingPage,
  CancelPage,
  ChangePasswordPage,
  ChangePlanPage,
  ClockPage,
  ContinueSignInPage,
  CreatePlanPage,
  DashboardPage,
  DeleteAccountPage,
  EditEmailPage,
  EditNamePage,
  IdentityProviderPage,
  InvitePage,
  InviteUserPage,
  InvoicePage,
  LandingPage,
  MailboxPage,
  MainLayout,
  NotFoundPage,
  OverviewScreen,
  OwnerOnly,
  PaidOnly,
  PaymentMethodsPage,
  PricingPage,
  ProfilePage,
  ResetPasswordPage,
  SessionsPage,
  SettingsScreen,
  SignedInProviders,
  SignInPage,
  SignUpPage,
  SocialCallbackPage,
  SubscriptionLayout,
  TransferOwnershipPage,
  UiPage,
  UpdateDetailsPage,
  UsersPage,
  WebhooksPage,
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

/** Visitors see the page about the product where the operator wants one; all others are led on. */
function Home() {
  const { landing } = useConfig();
  const { status } = useSession();
  return landing && status !== 'signed-in' ? (
    <LandingPage />
  ) : (
    <Navigate to={paths.dashboard} replace />
  );
}
Home.load = LandingPage.load;

/** All screens. */
export function routes(localMode: boolean) {
  return (
    <>
      <Route path={paths.home} element={<Home />} />
      <Route path={paths.pricing} element={<PricingPage />} />

      <Route element={<RequireVisitor fallback={<RouteBar />} />}>
        <Route element={<PublicLayout />}>
          <Route path={paths.signIn} element={<SignInPage />} />
          <Route path={paths.signUp} element={<SignUpPage />} />
        </Route>
      </Route>
      <Route element={<PublicLayout />}>
        <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
        <Route path={paths.authAction} element={<AuthActionPage />} />
        <Route path={paths.authCallback} element={<SocialCallbackPage />} />
        <Route
          path={paths.continueSignIn}
          element={
            <RequireAccount fallback={<RouteBar />}>
              <ContinueSignInPage />
            </RequireAccount>
          }
        />
      </Route>

      <Route element={<Inside />}>
        <Route element={<SignedInProviders />}>
          <Route element={<MainLayout />}>
            <Route path={paths.dashboard} element={<DashboardPage />} />
            <Route path={paths.profile} element={<ProfilePage />} />
            <Route path={paths.editName} element={<EditNamePage />} />
            <Route path={paths.editEmail} element={<EditEmailPage />} />
            <Route path={paths.changePassword} element={<ChangePasswordPage />} />
            <Route path={paths.deleteAccount} element={<DeleteAccountPage />} />
            <Route path={paths.sessions} element={<SessionsPage />} />
            <Route path={paths.createPlan} element={<CreatePlanPage />} />
            <Route path={paths.operatorWebhooks} element={<WebhooksPage />} />
            {web.accountPages?.map(({ path }) => (
              <Route key={path} path={`/account/${path}`} element={<AppPage own path={path} />} />
            ))}
          </Route>
          <Route path="/subscription" element={<SubscriptionLayout />} />
          <Route path="/subscription/:id" element={<SubscriptionLayout />}>
            <Route index element={<OverviewScreen />} />
            {web.subscriptionPages.map(({ path }) => (
              <Route key={path} path={path} element={<AppPage path={path} />} />
            ))}
            <Route element={<AdminOnly />}>
              <Route path="billing" element={<BillingPage />} />
              <Route path="billing/invoices/:invoice" element={<InvoicePage />} />
              <Route element={<PaidOnly />}>
                <Route path="users" element={<UsersPage />} />
                <Route path="users/invite" element={<InviteUserPage />} />
                <Route path="settings" element={<SettingsScreen />} />
                <Route path="activity" element={<ActivityPage />} />
              </Route>
            </Route>
            <Route element={<OwnerOnly />}>
              <Route path="billing/change-plan" element={<ChangePlanPage />} />
              <Route path="billing/cancel" element={<CancelPage />} />
              <Route path="billing/update-details" element={<UpdateDetailsPage />} />
              <Route path="billing/payment-methods" element={<PaymentMethodsPage />} />
              <Route path="billing/transfer-ownership" element={<TransferOwnershipPage />} />
            </Route>
          </Route>
        </Route>
      </Route>

      <Route element={<RequireSettled />}>
        <Route element={<PublicLayout />}>
          <Route path={paths.invite} element={<InvitePage />} />
        </Route>
      </Route>
      {localMode && (
        <Route element={<PublicLayout />}>
          <Route path={paths.identityProvider} element={<IdentityProviderPage />} />
        </Route>
      )}
      {localMode && <Route path={paths.mailbox} element={<MailboxPage />} />}
      {localMode && <Route path={paths.clock} element={<ClockPage />} />}
      {localMode && <Route path={paths.ui} element={<UiPage />} />}
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
  ComponentType & { readonly load?: () => Promise<unknown> }
>;

/** Whether a screen is the same for everybody, so that it need not wait until it is known who is there. */
export function isForAll(pathname: string, { landing }: PublicConfig): boolean {
  return pathname === paths.pricing || (pathname === paths.home && landing);
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
  await Promise.all((shown ?? []).map(({ route }) => typeOf(route.element).load?.()));
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
