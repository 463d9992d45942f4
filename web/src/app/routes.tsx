import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { loadScreenWords } from '../shared/i18n/index.ts';
import { paths } from '../shared/paths.ts';
import { RouteBar } from '../shared/ui/route-bar.tsx';
import { RequireAccount, RequireVisitor } from './guards.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';

const SignInPage = lazy(async () => {
  const { SignInPage } = await import('../features/auth/sign-in-page.tsx');
  return { default: SignInPage };
});
const SignUpPage = lazy(async () => {
  const { SignUpPage } = await import('../features/auth/sign-up-page.tsx');
  return { default: SignUpPage };
});
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
const OverviewPage = lazy(async () => {
  const { OverviewPage } = await import('../features/subscription/overview-page.tsx');
  return { default: OverviewPage };
});
const AdminOnly = lazy(async () => {
  const { AdminOnly } = await import('./guards-admin.tsx');
  return { default: AdminOnly };
});
const SettingsPage = lazy(async () => {
  const { SettingsPage } = await import('../features/subscription/settings-page.tsx');
  return { default: SettingsPage };
});
const NotFoundPage = lazy(async () => {
  const { NotFoundPage } = await import('./not-found-page.tsx');
  return { default: NotFoundPage };
});

const waiting = <RouteBar />;

/** All screens. */
export function AppRoutes() {
  return (
    <Suspense fallback={waiting}>
      <Routes>
        <Route path={paths.home} element={<Navigate to={paths.dashboard} replace />} />

        <Route element={<RequireVisitor fallback={waiting} />}>
          <Route element={<PublicLayout />}>
            <Route path={paths.signIn} element={<SignInPage />} />
            <Route path={paths.signUp} element={<SignUpPage />} />
          </Route>
        </Route>

        <Route element={<RequireAccount fallback={waiting} />}>
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
            <Route path="/subscription/:id" element={<SubscriptionLayout />}>
              <Route index element={<OverviewPage />} />
              <Route element={<AdminOnly />}>
                <Route path="settings" element={<SettingsPage />} />
              </Route>
            </Route>
          </Route>
        </Route>

        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
