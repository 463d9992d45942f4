/** Cache keys carry the uid, so that nobody is ever shown what somebody else has loaded. */
export function subscriptionsKey(uid: string) {
  return ['account', uid, 'subscriptions'] as const;
}

export function subscriptionKey(uid: string, id: string) {
  return ['account', uid, 'subscription', id] as const;
}

/** Of every page and search; what was asked for is appended. */
export function subscriptionUsersKey(uid: string, id: string) {
  return ['account', uid, 'subscription-users', id] as const;
}

/** Prefix of everything about the money of one subscription; what was asked for is appended. */
export function billingKey(uid: string, id: string) {
  return ['account', uid, 'billing', id] as const;
}

/** Pending invites to the person. */
export function invitesKey(uid: string) {
  return ['account', uid, 'invites'] as const;
}
