import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { useConfig } from '../shared/config/index.ts';
import { loadInvitationWords, loadScreenWords } from '../shared/i18n/index.ts';
import { paths } from '../shared/paths.ts';
import { RouteBar } from '../shared/ui/route-bar.tsx';
import { RequireAccount } from './guards.tsx';
import { RequireSettled } from './guards-settled.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';

const SignedInProviders = lazy(async () => {
  const [{ SignedInProviders }] = await Promise.all([
    import('./providers-signed-in.tsx'),
    loadScreenWords(),
  ]);
  return { default: SignedInProviders };
});
const MainLayout = lazy(async () => {
  const { MainLayout } = await import('./layouts/main-layout.tsx');
  return { default: MainLayout };
});
const DashboardPage = lazy(async () => {
  const { DashboardPage } = await import('../features/dashboard/dashboard-page.tsx');
  return { default: DashboardPage };
});
const loadAccountPages = () => import('../features/account/account-pages.ts');
const accountPage = (name: keyof Awaited<ReturnType<typeof loadAccountPages>>) =>
  lazy(async () => ({ default: (await loadAccountPages())[name] }));
const ProfilePage = accountPage('ProfilePage');
const EditNamePage = accountPage('EditNamePage');
const EditEmailPage = accountPage('EditEmailPage');
const ChangePasswordPage = accountPage('ChangePasswordPage');
const DeleteAccountPage = accountPage('DeleteAccountPage');
const SessionsPage = accountPage('SessionsPage');
const CreatePlanPage = lazy(async () => {
  const { CreatePlanPage } = await import('../features/billing/create-plan-page.tsx');
  return { default: CreatePlanPage };
});
const SubscriptionLayout = lazy(async () => {
  const { SubscriptionLayout } = await import('./layouts/subscription-layout.tsx');
  return { default: SubscriptionLayout };
});
const OverviewScreen = lazy(async () => {
  const { OverviewScreen } = await import('./overview-screen.tsx');
  return { default: OverviewScreen };
});
const loadBillingPages = () => import('../features/billing/billing-pages.ts');
const billingPage = (name: keyof Awaited<ReturnType<typeof loadBillingPages>>) =>
  lazy(async () => ({ default: (await loadBillingPages())[name] }));
const BillingPage = billingPage('BillingPage');
const ChangePlanPage = billingPage('ChangePlanPage');
const CancelPage = billingPage('CancelPage');
const UpdateDetailsPage = billingPage('UpdateDetailsPage');
const InvoicePage = billingPage('InvoicePage');
const AdminOnly = lazy(async () => {
  const { AdminOnly } = await import('./guards-admin.tsx');
  return { default: AdminOnly };
});
const PaidOnly = lazy(async () => {
  const { PaidOnly } = await import('./guards-paid.tsx');
  return { default: PaidOnly };
});
const SettingsPage = lazy(async () => {
  const { SettingsPage } = await import('../features/subscription/settings-page.tsx');
  return { default: SettingsPage };
});
const ActivityPage = lazy(async () => {
  const { ActivityPage } = await import('../features/subscription/activity-page.tsx');
  return { default: ActivityPage };
});
const UsersPage = lazy(async () => {
  const { UsersPage } = await import('../features/members/users-page.tsx');
  return { default: UsersPage };
});
const InviteUserPage = lazy(async () => {
  const { InviteUserPage } = await import('../features/members/invite-user-page.tsx');
  return { default: InviteUserPage };
});
const OwnerOnly = lazy(async () => {
  const { OwnerOnly } = await import('./guards-owner.tsx');
  return { default: OwnerOnly };
});
const TransferOwnershipPage = lazy(async () => {
  const { TransferOwnershipPage } = await import('../features/members/transfer-ownership-page.tsx');
  return { default: TransferOwnershipPage };
});
const PaymentMethodsPage = lazy(async () => {
  const { PaymentMethodsPage } = await import('../features/billing/payment-methods-page.tsx');
  return { default: PaymentMethodsPage };
});
const InvitePage = lazy(async () => {
  const [{ InvitePage }] = await Promise.all([
    import('../features/invite/invite-page.tsx'),
    loadInvitationWords(),
  ]);
  return { default: InvitePage };
});
const MailboxPage = lazy(async () => {
  const [{ MailboxPage }] = await Promise.all([
    import('../features/dev/mailbox-page.tsx'),
    loadScreenWords(),
  ]);
  return { default: MailboxPage };
});
const ClockPage = lazy(async () => {
  const [{ ClockPage }] = await Promise.all([
    import('../features/dev/clock-page.tsx'),
    loadScreenWords(),
  ]);
  return { default: ClockPage };
});
const IdentityProviderPage = lazy(async () => {
  const [{ IdentityProviderPage }] = await Promise.all([
    import('../features/dev/identity-provider-page.tsx'),
    loadScreenWords(),
  ]);
  return { default: IdentityProviderPage };
});
const NotFoundPage = lazy(async () => {
  const { NotFoundPage } = await import('./not-found-page.tsx');
  return { default: NotFoundPage };
});

/** All screens but the public ones. They stand apart so that the sign-in page does not carry the list of them. */
export function FurtherRoutes() {
  const { localMode } = useConfig();

  return <Routes>{furtherRoutes(localMode)}</Routes>;
}

export function furtherRoutes(localMode: boolean) {
  return (
    <>
      <Route element={<RequireAccount fallback={<RouteBar />} />}>
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
          </Route>
          <Route path="/subscription" element={<SubscriptionLayout />} />
          <Route path="/subscription/:id" element={<SubscriptionLayout />}>
            <Route index element={<OverviewScreen />} />
            <Route element={<AdminOnly />}>
              <Route path="billing" element={<BillingPage />} />
              <Route path="billing/invoices/:invoice" element={<InvoicePage />} />
              <Route element={<PaidOnly />}>
                <Route path="users" element={<UsersPage />} />
                <Route path="users/invite" element={<InviteUserPage />} />
                <Route path="settings" element={<SettingsPage />} />
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
      <Route path="*" element={<NotFoundPage />} />
    </>
  );
}
