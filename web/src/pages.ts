import type { OperatorRight, PublicConfig } from '@hearth/contract';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { WordsPart } from './shared/i18n/index.ts';
import type { PageName } from './shared/paths.ts';

/** Says who may open a page, and so the frame around it; app/routes.tsx has both. */
export type Guard =
  /** Visitors, if the operator wants a page about the product; all others are led to the dashboard. */
  | 'landing'
  /** Everybody, without a frame. */
  | 'anyone'
  /** Everybody, in the frame of the sign-in page. */
  | 'public'
  /** As `public`, once it is known who is signed in. */
  | 'settled'
  | 'visitor'
  /** Signed-in people, in the frame of the sign-in page. */
  | 'arriving'
  /** Signed-in people, about themselves. */
  | 'account'
  /** Operators; for others the page is not there. */
  | 'operator'
  /** Nobody: the address lacks its project, and the frame of projects leads home. */
  | 'no-project'
  /** Members of the project. */
  | 'member'
  /** Holders of an admin-level permission. */
  | 'admin'
  /** As `admin`, but not while the project is unpaid. */
  | 'paid'
  | 'owner';

/** The configuration is there before the first screen only. */
type LoadPage<Component extends string> = (
  config?: PublicConfig,
) => Promise<Readonly<Record<Component, ComponentType>>>;

interface PageFacts {
  /** Words that come with the page, beside those of its frame; without a mention those that are usual for its guard. */
  readonly words?: WordsPart | undefined;
  /** Name in menus, the search and refusals. A page that needs a right has one. */
  readonly label?: ParseKeys;
  /** Other words that people type for it in the search. */
  readonly keywords?: ParseKeys;
  /** Puts the page into the menu of operators who have the right. */
  readonly right?: OperatorRight;
  /** Documents that are asked for while the code still loads. */
  readonly early?: readonly string[];
}

const usualWords: Partial<Record<Guard, WordsPart>> = {
  arriving: 'all',
  account: 'all',
  operator: 'all',
};

export interface Page extends PageFacts {
  readonly guard: Guard;
  readonly component: string;
  /** Its module; pages with the same one are fetched together. */
  readonly load: LoadPage<string>;
}

function page<Component extends string>(
  guard: Guard,
  component: Component,
  load: LoadPage<Component>,
  facts?: PageFacts,
): Page {
  return { words: usualWords[guard], ...facts, guard, component, load };
}

/** The first screen waits for its prices too, since it replaces a page that shows them. */
async function front(config?: PublicConfig) {
  const module = await import('./features/front/front-pages.ts');
  if (config) {
    await module.loadOffers(config);
  }
  return module;
}

const account = () => import('./features/account/account-pages.ts');
const secondFactor = () => import('./features/account/second-factor-pages.ts');
const billing = () => import('./features/billing/billing-pages.ts');
const overview = () => import('./app/overview-screen.tsx');
const subscription = () => import('./app/subscription-screens.ts');
const operatorConsole = () => import('./features/operator/console/console-pages.ts');
const business = () => import('./features/operator/business/business-page.tsx');
const dev = () => import('./features/dev/dev-pages.ts');

const home = ['/v1/subscriptions', '/v1/invites'];

/**
 * How each page is reached, in the order of menus and search. The addresses are in contract/src/pages.ts, for the server;
 * icons in app/layouts/page-entries.ts, which visitors do not load.
 */
export const pages: Readonly<Record<PageName, Page>> = {
  home: page('landing', 'LandingPage', front, { words: 'front', early: home }),
  pricing: page('anyone', 'PricingPage', front, { words: 'front' }),
  signIn: page('visitor', 'SignInPage', () => import('./features/auth/sign-in-page.tsx')),
  signUp: page('visitor', 'SignUpPage', () => import('./features/auth/sign-up-page.tsx')),
  emailSignIn: page(
    'visitor',
    'EmailSignInPage',
    () => import('./features/auth/email-sign-in-page.tsx'),
    { words: 'action' },
  ),
  continueSignIn: page(
    'arriving',
    'ContinueSignInPage',
    () => import('./features/auth/continue-sign-in-page.tsx'),
  ),
  resetPassword: page(
    'public',
    'ResetPasswordPage',
    () => import('./features/auth/reset-password-page.tsx'),
    { words: 'action' },
  ),
  authAction: page(
    'public',
    'AuthActionPage',
    () => import('./features/auth/auth-action-page.tsx'),
    { words: 'action' },
  ),
  authCallback: page(
    'public',
    'SocialCallbackPage',
    () => import('./features/auth/social-callback-page.tsx'),
    { words: 'action' },
  ),
  invite: page('settled', 'InvitePage', () => import('./features/invite/invite-page.tsx'), {
    words: 'invitation',
  }),

  dashboard: page(
    'account',
    'DashboardPage',
    () => import('./features/dashboard/dashboard-page.tsx'),
    // The frame brings its words.
    { words: undefined, early: home, label: 'shell.switcher.all' },
  ),
  profile: page('account', 'ProfilePage', account, {
    label: 'layout.profile',
    keywords: 'palette.also.profile',
  }),
  sessions: page('account', 'SessionsPage', account, {
    label: 'shell.palette.sessions',
    keywords: 'palette.also.sessions',
  }),
  changePassword: page('account', 'ChangePasswordPage', account, {
    label: 'shell.palette.password',
    keywords: 'palette.also.password',
  }),
  editName: page('account', 'EditNamePage', account),
  editEmail: page('account', 'EditEmailPage', account),
  addAuthenticator: page('account', 'AddAuthenticatorPage', secondFactor),
  recoveryCodes: page('account', 'RecoveryCodesPage', secondFactor),
  deleteAccount: page('account', 'DeleteAccountPage', account),
  createPlan: page(
    'account',
    'CreatePlanPage',
    () => import('./features/billing/purchase/create-plan-page.tsx'),
    { early: ['/v1/subscriptions'] },
  ),
  operatorFind: page('operator', 'FindPage', operatorConsole, {
    label: 'console.find.nav',
    right: 'look',
  }),
  operatorPerson: page('operator', 'PersonPage', operatorConsole),
  operatorProject: page('operator', 'ProjectPage', operatorConsole),
  operatorNow: page('operator', 'NowPage', () => import('./features/operator/now/now-page.tsx'), {
    label: 'now.nav',
    right: 'look',
  }),
  operatorBusiness: page('operator', 'BusinessPage', business, {
    label: 'business.nav',
    right: 'revenue',
  }),
  operatorWebhooks: page(
    'operator',
    'WebhooksPage',
    () => import('./features/operator/webhooks-page.tsx'),
    { label: 'operator.title', right: 'admin' },
  ),

  noSubscription: page('no-project', 'OverviewScreen', overview),
  subscription: page('member', 'OverviewScreen', overview, { label: 'layout.overview' }),
  subscriptionUsers: page('paid', 'UsersPage', () => import('./features/members/users-page.tsx'), {
    label: 'layout.users',
    keywords: 'palette.also.users',
  }),
  inviteUser: page(
    'paid',
    'InviteUserPage',
    () => import('./features/members/invite-user-page.tsx'),
    { label: 'layout.users' },
  ),
  subscriptionBilling: page(
    'admin',
    'BillingPage',
    () => import('./features/billing/summary/billing-page.tsx'),
    { label: 'layout.billing', keywords: 'palette.also.billing' },
  ),
  invoice: page('admin', 'InvoicePage', billing, { label: 'layout.billing' }),
  changePlan: page('owner', 'ChangePlanPage', billing, { label: 'billing.actions.changePlan' }),
  cancelSubscription: page('owner', 'CancelPage', billing, { label: 'billing.actions.cancel' }),
  updateBillingDetails: page('owner', 'UpdateDetailsPage', billing, {
    label: 'billing.actions.details',
  }),
  paymentMethods: page(
    'owner',
    'PaymentMethodsPage',
    () => import('./features/billing/payment-details/payment-methods-page.tsx'),
    { label: 'billing.actions.paymentMethods' },
  ),
  transferOwnership: page(
    'owner',
    'TransferOwnershipPage',
    () => import('./features/members/transfer-ownership-page.tsx'),
    { label: 'billing.actions.transfer' },
  ),
  subscriptionActivity: page('paid', 'ActivityPage', subscription, {
    label: 'layout.activity',
    keywords: 'palette.also.activity',
  }),
  subscriptionSettings: page('paid', 'SettingsScreen', subscription, {
    label: 'layout.settings',
    keywords: 'palette.also.settings',
  }),

  mailbox: page('anyone', 'MailboxPage', dev, { words: 'all' }),
  clock: page('anyone', 'ClockPage', dev, { words: 'all' }),
  ui: page('anyone', 'UiPage', dev, { words: 'all' }),
  identityProvider: page('public', 'IdentityProviderPage', dev, { words: 'all' }),
};
