/**
 * Address of every screen; a part after a colon matches any text. The server answers its page with
 * status 200 at these addresses and with 404 at all others.
 */
export const pagePaths: readonly string[] = [
  '/',
  '/pricing',
  '/signin',
  '/signin/continue',
  '/signup',
  '/reset-password',
  '/auth/action',
  '/auth/callback',
  '/dashboard',
  '/profile',
  '/edit-name',
  '/edit-email',
  '/change-password',
  '/delete-account',
  '/sessions',
  '/create-plan',
  '/operator/webhooks',
  '/invite',
  '/subscription',
  '/subscription/:id',
  '/subscription/:id/users',
  '/subscription/:id/users/invite',
  '/subscription/:id/settings',
  '/subscription/:id/activity',
  '/subscription/:id/billing',
  '/subscription/:id/billing/invoices/:invoice',
  '/subscription/:id/billing/change-plan',
  '/subscription/:id/billing/cancel',
  '/subscription/:id/billing/update-details',
  '/subscription/:id/billing/payment-methods',
  '/subscription/:id/billing/transfer-ownership',
];

/** Screens of local mode only. */
export const localPagePaths: readonly string[] = [
  '/dev/mailbox',
  '/dev/clock',
  '/dev/ui',
  '/dev/identity-provider',
];
