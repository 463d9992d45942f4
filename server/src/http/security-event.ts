import { type RefusalCode, refusalEntry } from '@hearth/contract';

/** Names under which refusals are found in the log; docs/operating.md explains each. */
export const securityEvents = [
  'access-refused',
  'account-disabled',
  'attempts-limited',
  'credentials-rejected',
  'cross-site-refused',
  'passkey-copied',
  'token-rejected',
  'webhook-rejected',
] as const;

export type SecurityEvent = (typeof securityEvents)[number];

const events: Partial<Record<RefusalCode, SecurityEvent>> = {
  'api-key/invalid': 'token-rejected',
  'api-key/missing-scope': 'access-refused',
  'auth/disabling-not-allowed': 'access-refused',
  'auth/insufficient-permission': 'access-refused',
  'auth/invalid-credential': 'credentials-rejected',
  'auth/invalid-id-token': 'token-rejected',
  'auth/invalid-refresh-token': 'token-rejected',
  'auth/invalid-passkey': 'credentials-rejected',
  'auth/invalid-verification-code': 'credentials-rejected',
  'auth/passkey-copied': 'passkey-copied',
  'auth/user-disabled': 'account-disabled',
  'auth/user-not-found': 'credentials-rejected',
  'auth/verification-code-of-other-time': 'credentials-rejected',
  'auth/wrong-password': 'credentials-rejected',
  'request/cross-site': 'cross-site-refused',
  'signed-address/invalid': 'token-rejected',
};

/** Undefined for refusals of everyday life, which nobody needs to look at. */
export function toSecurityEvent(code: RefusalCode): SecurityEvent | undefined {
  if (code.startsWith('access/')) {
    return 'access-refused';
  }
  const isLimit = refusalEntry(code).status === 'RESOURCE_EXHAUSTED';
  return isLimit ? 'attempts-limited' : events[code];
}
