/** Cache keys carry the uid, so that nobody is ever shown what somebody else has loaded. */
export function subscriptionsKey(uid: string) {
  return ['account', uid, 'subscriptions'] as const;
}

export function subscriptionKey(uid: string, id: string) {
  return ['account', uid, 'subscription', id] as const;
}
