import { web } from '@hearth/app/web';
import { type ComponentType, lazy } from 'react';
import {
  loadActionWords,
  loadFrontWords,
  loadHomeWords,
  loadInvitationWords,
  loadScreenWords,
} from '../shared/i18n/index.ts';
import { loadPatiently } from '../shared/online/load-patiently.ts';

/** A screen whose code comes with its route. With `load` it can be there before: React keeps a placeholder for 300 ms. */
function screen<Module extends Record<Name, ComponentType>, Name extends string>(
  loadModule: () => Promise<Module>,
  name: Name,
) {
  let loaded: { readonly default: Module[Name] } | undefined;
  async function load() {
    loaded ??= { default: (await loadPatiently(loadModule))[name] };
    return loaded;
  }
  return Object.assign(lazy(load), { load });
}

/** Loads words beside the code; those of all signed-in screens where no others are named. */
function withWords<Module>(load: () => Promise<Module>, loadWords = loadScreenWords) {
  return async () => (await Promise.all([load(), loadWords()]))[0];
}

const loadFrontPages = withWords(() => import('../features/front/front-pages.ts'), loadFrontWords);
export const LandingPage = screen(loadFrontPages, 'LandingPage');
export const PricingPage = screen(loadFrontPages, 'PricingPage');
export const SignInPage = screen(() => import('../features/auth/sign-in-page.tsx'), 'SignInPage');
export const SignUpPage = screen(() => import('../features/auth/sign-up-page.tsx'), 'SignUpPage');
export const ResetPasswordPage = screen(
  () => import('../features/auth/reset-password-page.tsx'),
  'ResetPasswordPage',
);
export const ContinueSignInPage = screen(
  withWords(() => import('../features/auth/continue-sign-in-page.tsx')),
  'ContinueSignInPage',
);
export const AuthActionPage = screen(
  withWords(() => import('../features/auth/auth-action-page.tsx'), loadActionWords),
  'AuthActionPage',
);
export const SocialCallbackPage = screen(
  withWords(() => import('../features/auth/social-callback-page.tsx'), loadActionWords),
  'SocialCallbackPage',
);
export const InvitePage = screen(
  withWords(() => import('../features/invite/invite-page.tsx'), loadInvitationWords),
  'InvitePage',
);

export const SignedInProviders = screen(
  withWords(
    () => import('./providers-signed-in.tsx'),
    () => loadHomeWords(web.accountPages !== undefined),
  ),
  'SignedInProviders',
);
export const MainLayout = screen(() => import('./layouts/shell.tsx'), 'MainLayout');
export const DashboardPage = screen(
  () => import('../features/dashboard/dashboard-page.tsx'),
  'DashboardPage',
);
const loadAccountPages = withWords(() => import('../features/account/account-pages.ts'));
export const ProfilePage = screen(loadAccountPages, 'ProfilePage');
export const EditNamePage = screen(loadAccountPages, 'EditNamePage');
export const EditEmailPage = screen(loadAccountPages, 'EditEmailPage');
export const ChangePasswordPage = screen(loadAccountPages, 'ChangePasswordPage');
export const DeleteAccountPage = screen(loadAccountPages, 'DeleteAccountPage');
export const SessionsPage = screen(loadAccountPages, 'SessionsPage');
export const CreatePlanPage = screen(
  withWords(() => import('../features/billing/purchase/create-plan-page.tsx')),
  'CreatePlanPage',
);

export const WebhooksPage = screen(
  withWords(() => import('../features/operator/webhooks-page.tsx')),
  'WebhooksPage',
);

export const SubscriptionLayout = screen(
  withWords(() => import('./layouts/subscription-layout.tsx')),
  'SubscriptionLayout',
);
export const OverviewScreen = screen(() => import('./overview-screen.tsx'), 'OverviewScreen');
export const AdminOnly = screen(() => import('./guards-permission.tsx'), 'AdminOnly');
export const PaidOnly = screen(() => import('./guards-paid.tsx'), 'PaidOnly');
export const OwnerOnly = screen(() => import('./guards-permission.tsx'), 'OwnerOnly');
export const BillingPage = screen(
  () => import('../features/billing/summary/billing-page.tsx'),
  'BillingPage',
);
const loadBillingPages = () => import('../features/billing/billing-pages.ts');
export const InvoicePage = screen(loadBillingPages, 'InvoicePage');
export const ChangePlanPage = screen(loadBillingPages, 'ChangePlanPage');
export const CancelPage = screen(loadBillingPages, 'CancelPage');
export const UpdateDetailsPage = screen(loadBillingPages, 'UpdateDetailsPage');
export const PaymentMethodsPage = screen(
  () => import('../features/billing/payment-details/payment-methods-page.tsx'),
  'PaymentMethodsPage',
);
export const TransferOwnershipPage = screen(
  () => import('../features/members/transfer-ownership-page.tsx'),
  'TransferOwnershipPage',
);
export const UsersPage = screen(() => import('../features/members/users-page.tsx'), 'UsersPage');
export const InviteUserPage = screen(
  () => import('../features/members/invite-user-page.tsx'),
  'InviteUserPage',
);
const loadSubscriptionScreens = () => import('./subscription-screens.ts');
export const SettingsScreen = screen(loadSubscriptionScreens, 'SettingsScreen');
export const ActivityPage = screen(loadSubscriptionScreens, 'ActivityPage');

export const AppPage = screen(
  withWords(() => import('./app-page.tsx')),
  'AppPage',
);

const loadDevPages = withWords(() => import('../features/dev/dev-pages.ts'));
export const MailboxPage = screen(loadDevPages, 'MailboxPage');
export const ClockPage = screen(loadDevPages, 'ClockPage');
export const UiPage = screen(loadDevPages, 'UiPage');
export const IdentityProviderPage = screen(loadDevPages, 'IdentityProviderPage');
export const NotFoundPage = screen(() => import('./not-found-page.tsx'), 'NotFoundPage');
