/** What can fail once somebody is signed in. */
export const signedInErrors = {
  failedSignOut: 'You are still signed in: the server cannot be reached. Please try again.',
  subscriptionContext: {
    noSubscriptionId: 'No subscription ID provided',
    unauthenticated: 'User not authenticated',
    notFound: 'Subscription not found',
    accessDenied: 'Access denied',
    fetchFailed: 'Error fetching subscription data',
  },
} as const;
