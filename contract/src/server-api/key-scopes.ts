/** Rights that an API key may have. */
export const keyScopes = [
  'standing:read',
  'subscriptions:read',
  'subscriptions:write',
  'members:read',
  'accounts:read',
  'events:read',
  'webhooks:write',
] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Access of a program of the operator's own, which has no session. */
export interface KeyAccess {
  readonly kind: 'key';
  readonly scope: KeyScope;
}

/** API keys with the scope `standing:read`. */
export const standingRead = { kind: 'key', scope: 'standing:read' } as const;

/** API keys with the scope `subscriptions:read`. */
export const subscriptionsRead = { kind: 'key', scope: 'subscriptions:read' } as const;

/** API keys with the scope `subscriptions:write`. */
export const subscriptionsWrite = { kind: 'key', scope: 'subscriptions:write' } as const;

/** API keys with the scope `members:read`. */
export const membersRead = { kind: 'key', scope: 'members:read' } as const;

/** API keys with the scope `accounts:read`. */
export const accountsRead = { kind: 'key', scope: 'accounts:read' } as const;

/** API keys with the scope `events:read`. */
export const eventsRead = { kind: 'key', scope: 'events:read' } as const;

/** API keys with the scope `webhooks:write`. */
export const webhooksWrite = { kind: 'key', scope: 'webhooks:write' } as const;
