/** Cache keys carry the uid, so that nobody is ever shown what somebody else has loaded. */
export function subscriptionsKey(uid: string) {
  return ['account', uid, 'subscriptions'] as const;
}

export function subscriptionKey(uid: string, id: string) {
  return ['account', uid, 'subscription', id] as const;
}

/** Prefix of every page and search of the users. */
export function subscriptionUsersKey(uid: string, id: string) {
  return ['account', uid, 'subscription-users', id] as const;
}

/** Prefix of every read about the billing of one subscription. */
export function billingKey(uid: string, id: string) {
  return ['account', uid, 'billing', id] as const;
}

/** Pending invites to the person. */
export function invitesKey(uid: string) {
  return ['account', uid, 'invites'] as const;
}
