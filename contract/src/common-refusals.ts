import type { Callable, Document, IdentityCall, ServerCall } from './entry.ts';
import type { RefusalCode } from './errors.ts';

type Call = Callable | Document | IdentityCall | ServerCall;

/** `request/timeout` and the like come before a call is known, and belong to none. */
const ofEveryCall = [
  'request/invalid',
  'server/busy',
  'server/unavailable',
  'server/internal',
] as const;

const ofBodies = [
  'request/invalid-json',
  'request/too-large',
  'request/unsupported-content-type',
] as const;

const ofIdentity = [
  'request/missing-api-key',
  'request/invalid-api-key',
  'request/cross-site',
] as const;

const ofIdTokens = [
  'auth/invalid-id-token',
  'auth/token-expired',
  'auth/account-deleted',
  'auth/user-disabled',
] as const;

/**
 * Refusals that a call shares with others: of its dialect, of the ID token and of the access that it
 * declares. They come before the operation runs.
 */
export function commonRefusals(call: Call): readonly RefusalCode[] {
  const { dialect, access } = call;
  const hasBody = dialect === 'callable' || !['GET', 'DELETE'].includes(call.method);
  return [
    ...ofEveryCall,
    ...(hasBody ? ofBodies : []),
    ...(dialect === 'identity' ? ofIdentity : []),
    ...(['anyone', 'key'].includes(access.kind) ? [] : [...ofIdTokens, refusalOfViews(call)]),
    ...refusalsOfAccess(call),
  ];
}

/** Answer to an operator who sees the product as a person does. */
const refusalOfViews = ({ readOnly }: Call) =>
  readOnly ? ('view/ended' as const) : ('view/read-only' as const);

/** All refusals of a call, its own ones first, each once. */
export function refusalsOf(call: Call): readonly RefusalCode[] {
  return [...new Set([...call.refusals, ...commonRefusals(call)])];
}

function refusalsOfAccess({ dialect, access }: Call): readonly RefusalCode[] {
  const signedOut =
    dialect === 'identity' ? ('auth/missing-id-token' as const) : ('auth/unauthenticated' as const);
  switch (access.kind) {
    case 'anyone':
    case 'maybe-signed-in':
      return ['auth/too-many-requests'];
    case 'key':
      return ['api-key/invalid', 'api-key/missing-scope', 'auth/too-many-requests'];
    case 'signed-in':
      return [signedOut, 'auth/too-many-requests'];
    case 'owner':
      return [
        signedOut,
        'access/denied',
        'access/owner-only',
        'access/second-factor-required',
        'auth/too-many-requests',
      ];
    case 'operator':
      return [
        'request/unknown-path',
        'access/denied',
        'access/second-factor-required',
        'auth/requires-recent-login',
        'auth/too-many-requests',
      ];
    case 'self':
      return [signedOut, 'access/denied', 'auth/too-many-requests'];
    default:
      return [
        signedOut,
        'access/denied',
        'access/second-factor-required',
        'auth/too-many-requests',
      ];
  }
}
