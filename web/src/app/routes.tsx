import { web } from '@hearth/app/web';
import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useConfig } from '../shared/config/index.ts';
import {
  loadActionWords,
  loadFrontWords,
  loadHomeWords,
  loadInvitationWords,
  loadScreenWords,
} from '../shared/i18n/index.ts';
import { loadPatiently } from '../shared/online/load-patiently.ts';
import { paths } from '../shared/paths.ts';
import { useSession } from '../shared/session/index.ts';
import { RouteBar } from '../shared/ui/route-bar.tsx';
import { FrameSkeleton } from './frame-skeleton.tsx';
import { RequireAccount, RequireInside, RequireSettled, RequireVisitor } from './guards.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import { LoadBar } from './load-bar.tsx';

/** A screen whose code is loaded with its route. */
function screen<Module extends Record<Name, ComponentType>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazy(async () => ({ default: (await loadPatiently(load))[name] }));
}

/** Loads words beside the code; those of all signed-in screens where no others are named. */
function withWords<Module>(load: () => Promise<Module>, loadWords = loadScreenWords) {
  return async () => (await Promise.all([load(), loadWords()]))[0];
}

const loadFrontPages = withWords(() => import('../features/front/front-pages.ts'), loadFrontWords);
const LandingPage = screen(loadFrontPages, 'LandingPage');
const PricingPage = screen(loadFrontPages, 'PricingPage');
const SignInPage = screen(() => import('../features/auth/sign-in-page.tsx'), 'SignInPage');
const SignUpPage = screen(() => import('../features/auth/sign-up-page.tsx'), 'SignUpPage');
const ResetPasswordPage = screen(
  () => import('../features/auth/reset-password-page.tsx'),
  'ResetPasswordPage',
);
const ContinueSignInPage = screen(
  withWords(() => import('../features/auth/continue-sign-in-page.tsx')),
  'ContinueSignInPage',
);
const AuthActionPage = screen(
  withWords(() => import('../features/auth/auth-action-page.tsx'), loadActionWords),
  'AuthActionPage',
);
const SocialCallbackPage = screen(
  () => import('../features/auth/social-callback-page.tsx'),
  'SocialCallbackPage',
);
const InvitePage = screen(
  withWords(() => import('../features/invite/invite-page.tsx'), loadInvitationWords),
  'InvitePage',
);

const SignedInProviders = screen(
  withWords(() => import('./providers-signed-in.tsx'), loadHomeWords),
  'SignedInProviders',
);
const MainLayout = screen(() => import('./layouts/shell.tsx'), 'MainLayout');
const DashboardPage = screen(
  () => import('../features/dashboard/dashboard-page.tsx'),
  'DashboardPage',
);
const loadAccountPages = withWords(() => import('../features/account/account-pages.ts'));
const ProfilePage = screen(loadAccountPages, 'ProfilePage');
const EditNamePage = screen(loadAccountPages, 'EditNamePage');
const EditEmailPage = screen(loadAccountPages, 'EditEmailPage');
const ChangePasswordPage = screen(loadAccountPages, 'ChangePasswordPage');
const DeleteAccountPage = screen(loadAccountPages, 'DeleteAccountPage');
const SessionsPage = screen(loadAccountPages, 'SessionsPage');
const CreatePlanPage = screen(
  withWords(() => import('../features/billing/purchase/create-plan-page.tsx')),
  'CreatePlanPage',
);

const WebhooksPage = screen(
  withWords(() => import('../features/operator/webhooks-page.tsx')),
  'WebhooksPage',
);

const SubscriptionLayout = screen(
  withWords(() => import('./layouts/subscription-layout.tsx')),
  'SubscriptionLayout',
);
const OverviewScreen = screen(() => import('./overview-screen.tsx'), 'OverviewScreen');
const AdminOnly = screen(() => import('./guards-permission.tsx'), 'AdminOnly');
const PaidOnly = screen(() => import('./guards-paid.tsx'), 'PaidOnly');
const OwnerOnly = screen(() => import('./guards-permission.tsx'), 'OwnerOnly');
const loadBillingPages = () => import('../features/billing/billing-pages.ts');
const BillingPage = screen(loadBillingPages, 'BillingPage');
const InvoicePage = screen(loadBillingPages, 'InvoicePage');
const ChangePlanPage = screen(loadBillingPages, 'ChangePlanPage');
const CancelPage = screen(loadBillingPages, 'CancelPage');
const UpdateDetailsPage = screen(loadBillingPages, 'UpdateDetailsPage');
const PaymentMethodsPage = screen(
  () => import('../features/billing/payment-details/payment-methods-page.tsx'),
  'PaymentMethodsPage',
);
const TransferOwnershipPage = screen(
  () => import('../features/members/transfer-ownership-page.tsx'),
  'TransferOwnershipPage',
);
const UsersPage = screen(() => import('../features/members/users-page.tsx'), 'UsersPage');
const InviteUserPage = screen(
  () => import('../features/members/invite-user-page.tsx'),
  'InviteUserPage',
);
const loadSubscriptionScreens = () => import('./subscription-screens.ts');
const SettingsScreen = screen(loadSubscriptionScreens, 'SettingsScreen');
const ActivityPage = screen(loadSubscriptionScreens, 'ActivityPage');

const AppPage = screen(() => import('./app-page.tsx'), 'AppPage');

const loadDevPages = withWords(() => import('../features/dev/dev-pages.ts'));
const MailboxPage = screen(loadDevPages, 'MailboxPage');
const ClockPage = screen(loadDevPages, 'ClockPage');
const UiPage = screen(loadDevPages, 'UiPage');
const IdentityProviderPage = screen(loadDevPages, 'IdentityProviderPage');
const NotFoundPage = screen(() => import('./not-found-page.tsx'), 'NotFoundPage');

/** Shows the frame while the code of the first screen loads. */
function InsideProviders() {
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <SignedInProviders />
    </Suspense>
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

      <Route element={<RequireAccount fallback={<FrameSkeleton />} />}>
        <Route element={<InsideProviders />}>
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
