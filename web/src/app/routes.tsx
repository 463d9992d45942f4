import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { loadVisitorWords } from '../shared/i18n/index.ts';
import { paths } from '../shared/paths.ts';
import { RouteBar } from '../shared/ui/route-bar.tsx';
import { RequireVisitor } from './guards.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';

const SignInPage = lazy(async () => {
  const { SignInPage } = await import('../features/auth/sign-in-page.tsx');
  return { default: SignInPage };
});
const SignUpPage = lazy(async () => {
  const [{ SignUpPage }] = await Promise.all([
    import('../features/auth/sign-up-page.tsx'),
    loadVisitorWords(),
  ]);
  return { default: SignUpPage };
});
const ResetPasswordPage = lazy(async () => {
  const [{ ResetPasswordPage }] = await Promise.all([
    import('../features/auth/reset-password-page.tsx'),
    loadVisitorWords(),
  ]);
  return { default: ResetPasswordPage };
});
const AuthActionPage = lazy(async () => {
  const [{ AuthActionPage }] = await Promise.all([
    import('../features/auth/auth-action-page.tsx'),
    loadVisitorWords(),
  ]);
  return { default: AuthActionPage };
});
const SocialCallbackPage = lazy(async () => {
  const [{ SocialCallbackPage }] = await Promise.all([
    import('../features/auth/social-callback-page.tsx'),
    loadVisitorWords(),
  ]);
  return { default: SocialCallbackPage };
});
const FurtherRoutes = lazy(async () => {
  const { FurtherRoutes } = await import('./routes-further.tsx');
  return { default: FurtherRoutes };
});

const waiting = <RouteBar />;

/** The public screens; all others follow in `routes-further.tsx`. */
export const publicRoutes = (
  <>
    <Route path={paths.home} element={<Navigate to={paths.dashboard} replace />} />

    <Route element={<RequireVisitor fallback={waiting} />}>
      <Route element={<PublicLayout />}>
        <Route path={paths.signIn} element={<SignInPage />} />
        <Route path={paths.signUp} element={<SignUpPage />} />
      </Route>
    </Route>
    <Route element={<PublicLayout />}>
      <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
      <Route path={paths.authAction} element={<AuthActionPage />} />
      <Route path={paths.authCallback} element={<SocialCallbackPage />} />
    </Route>

    <Route path="*" element={<FurtherRoutes />} />
  </>
);

export function AppRoutes() {
  return (
    <Suspense fallback={waiting}>
      <Routes>{publicRoutes}</Routes>
    </Suspense>
  );
}
