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
  /** All of them are needed. */
  readonly scopes: readonly KeyScope[];
}

/** API keys with the scope `standing:read`. */
export const standingRead = { kind: 'key', scopes: ['standing:read'] } as const;

/** API keys with the scope `subscriptions:read`. */
export const subscriptionsRead = { kind: 'key', scopes: ['subscriptions:read'] } as const;

/** API keys with the scopes `subscriptions:write` and `subscriptions:read`, since the answer is the whole record. */
export const subscriptionsWrite = {
  kind: 'key',
  scopes: ['subscriptions:write', 'subscriptions:read'],
} as const;

/** API keys with the scope `members:read`. */
export const membersRead = { kind: 'key', scopes: ['members:read'] } as const;

/** API keys with the scope `accounts:read`. */
export const accountsRead = { kind: 'key', scopes: ['accounts:read'] } as const;

/** API keys with the scope `events:read`. */
export const eventsRead = { kind: 'key', scopes: ['events:read'] } as const;

/** API keys with the scope `webhooks:write`. */
export const webhooksWrite = { kind: 'key', scopes: ['webhooks:write'] } as const;

/** API keys with the scopes `webhooks:write` and `events:read`, for calls that send events to an address of the program's choice. */
export const eventsSend = { kind: 'key', scopes: ['webhooks:write', 'events:read'] } as const;
