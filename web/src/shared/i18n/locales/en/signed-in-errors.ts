/** Failures on signed-in screens. */
export const signedInErrors = {
  failedSignOut: 'You are still signed in: the server cannot be reached. Please try again.',
  subscriptionContext: {
    noSubscriptionId: 'No subscription ID provided',
    unauthenticated: 'User not authenticated',
    notFound: 'Subscription not found',
    accessDenied: 'Access denied',
    secondFactorRequired: 'This project needs two-step verification',
    fetchFailed: 'Error fetching subscription data',
  },
  /** Which right is lacking, and who can give it. */
  rights: {
    or: ' or ',
    membersOnly:
      'A project is open to its members only. Its owner or an administrator can invite you.',
    secondFactor: 'Add an authenticator app to your account, then open the project again.',
    lost: 'You are no longer a member of {{project}}. Its owner or an administrator can invite you again.',
    lostNamed:
      'You are no longer a member of {{project}}. Its owner, {{owner}}, or an administrator can invite you again.',
    lacking:
      '“{{page}}” in {{project}} needs the permission “{{permission}}”. Its owner or an administrator can give it to you.',
    lackingNamed:
      '“{{page}}” in {{project}} needs the permission “{{permission}}”. Its owner, {{owner}}, or an administrator can give it to you.',
    owner:
      '“{{page}}” in {{project}} is for its owner, who can do it for you or transfer ownership.',
    ownerNamed:
      '“{{page}}” in {{project}} is for its owner, {{owner}}, who can do it for you or transfer ownership.',
  },
} as const;
