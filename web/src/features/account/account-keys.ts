/** Cache keys carry the uid, so that nobody is ever shown what somebody else has loaded. */
export function userKey(uid: string) {
  return ['account', uid, 'user'] as const;
}

export function sessionsKey(uid: string) {
  return ['account', uid, 'sessions'] as const;
}
