/**
 * Address of every page, by its name; a part after a colon matches any text. The server answers 200 at these and 404
 * elsewhere; web/src/pages.ts declares each page.
 */
export const pagePaths = {
  home: '/',
  pricing: '/pricing',
  signIn: '/signin',
  continueSignIn: '/signin/continue',
  emailSignIn: '/signin/email',
  signUp: '/signup',
  resetPassword: '/reset-password',
  authAction: '/auth/action',
  authCallback: '/auth/callback',
  dashboard: '/dashboard',
  profile: '/profile',
  editName: '/edit-name',
  editEmail: '/edit-email',
  changePassword: '/change-password',
  addAuthenticator: '/add-authenticator',
  recoveryCodes: '/recovery-codes',
  deleteAccount: '/delete-account',
  sessions: '/sessions',
  createPlan: '/create-plan',
  operatorFind: '/operator',
  operatorPerson: '/operator/people/:uid',
  operatorProject: '/operator/projects/:subscriptionId',
  operatorNow: '/operator/now',
  operatorBusiness: '/operator/business',
  operatorWebhooks: '/operator/webhooks',
  invite: '/invite',
  noSubscription: '/subscription',
  subscription: '/subscription/:id',
  subscriptionUsers: '/subscription/:id/users',
  inviteUser: '/subscription/:id/users/invite',
  subscriptionSettings: '/subscription/:id/settings',
  subscriptionActivity: '/subscription/:id/activity',
  subscriptionBilling: '/subscription/:id/billing',
  invoice: '/subscription/:id/billing/invoices/:invoice',
  changePlan: '/subscription/:id/billing/change-plan',
  cancelSubscription: '/subscription/:id/billing/cancel',
  updateBillingDetails: '/subscription/:id/billing/update-details',
  paymentMethods: '/subscription/:id/billing/payment-methods',
  transferOwnership: '/subscription/:id/billing/transfer-ownership',
} as const;

/** Pages of local mode only. */
export const localPagePaths = {
  mailbox: '/dev/mailbox',
  clock: '/dev/clock',
  ui: '/dev/ui',
  identityProvider: '/dev/identity-provider',
} as const;
