/** Status words of the callable protocol; the HTTP status follows from them. */
export type CallableStatus = keyof typeof httpStatusOf;

/** HTTP status of each callable status (gRPC mapping, as Google's functions answer it). */
export const httpStatusOf = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const;

export interface RefusalEntry {
  readonly status: CallableStatus;
  /** Code of the Identity Toolkit protocol; absent where the identity dialect never says it. */
  readonly identity?: string;
  /** HTTP status where it differs from the status word's own; identity business errors are always 400. */
  readonly httpStatus?: number;
  /** English sentence for people; other languages translate by code. */
  readonly message: string;
}

function catalogue<const Codes extends string>(entries: Record<Codes, RefusalEntry>) {
  return entries;
}

/** Every refusal of the product. A code that is not here does not compile. */
export const refusals = catalogue({
  'request/invalid-json': {
    status: 'INVALID_ARGUMENT',
    message: 'The request body is not valid JSON.',
  },
  'request/invalid': { status: 'INVALID_ARGUMENT', message: 'The request is not valid.' },
  'request/too-large': {
    status: 'INVALID_ARGUMENT',
    httpStatus: 413,
    message: 'The request body is too large.',
  },
  'request/unsupported-content-type': {
    status: 'INVALID_ARGUMENT',
    httpStatus: 415,
    message: 'The content type of the request is not supported.',
  },
  'request/unknown-path': { status: 'NOT_FOUND', message: 'There is nothing at this address.' },
  'request/wrong-method': {
    status: 'UNIMPLEMENTED',
    httpStatus: 405,
    message: 'This address does not answer to this method.',
  },
  'request/missing-api-key': {
    status: 'PERMISSION_DENIED',
    identity: 'The request is missing a valid API key.',
    message: 'The request is missing a valid API key.',
  },
  'request/invalid-api-key': {
    status: 'INVALID_ARGUMENT',
    identity: 'API key not valid. Please pass a valid API key.',
    message: 'API key not valid. Please pass a valid API key.',
  },
  'request/cross-site': {
    status: 'PERMISSION_DENIED',
    identity: 'CORS_UNSUPPORTED',
    message: 'A cookie session is only usable from its own site.',
  },
  'server/busy': {
    status: 'UNAVAILABLE',
    message: 'The server is busy. Please try again in a moment.',
  },
  'server/unavailable': {
    status: 'UNAVAILABLE',
    message: 'The service is not available right now. Please try again in a moment.',
  },
  'server/internal': { status: 'INTERNAL', message: 'INTERNAL' },

  'auth/unauthenticated': { status: 'UNAUTHENTICATED', message: 'User not authenticated' },
  'auth/missing-email': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_EMAIL',
    message: 'An email address is required.',
  },
  'auth/invalid-email': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_EMAIL',
    message: 'The email address is not valid.',
  },
  'auth/missing-password': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_PASSWORD',
    message: 'A password is required.',
  },
  'auth/weak-password': {
    status: 'INVALID_ARGUMENT',
    identity: 'WEAK_PASSWORD',
    message: 'The password is too short.',
  },
  'auth/password-does-not-meet-requirements': {
    status: 'INVALID_ARGUMENT',
    identity: 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
    message: 'The password does not meet the requirements.',
  },
  'auth/invalid-display-name': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_DISPLAY_NAME',
    message: 'The name must be at most 200 characters.',
  },
  'auth/email-already-in-use': {
    status: 'ALREADY_EXISTS',
    identity: 'EMAIL_EXISTS',
    message: 'An account with this email address already exists.',
  },
  'auth/unexpected-parameter': {
    status: 'INVALID_ARGUMENT',
    identity: 'UNEXPECTED_PARAMETER',
    message: 'The request carries a parameter that only the server may set.',
  },
  'auth/admin-restricted-operation': {
    status: 'PERMISSION_DENIED',
    identity: 'ADMIN_ONLY_OPERATION',
    message: 'Accounts without an email address cannot be created.',
  },
  'auth/linking-not-allowed': {
    status: 'FAILED_PRECONDITION',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'A password cannot be added to a signed-in account by signing up.',
  },
  'auth/invalid-credential': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_LOGIN_CREDENTIALS',
    message: 'The email address or the password is wrong.',
  },
  'auth/user-not-found': {
    status: 'NOT_FOUND',
    identity: 'EMAIL_NOT_FOUND',
    message: 'There is no account with this email address.',
  },
  'auth/wrong-password': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_PASSWORD',
    message: 'The password is wrong.',
  },
  'auth/user-disabled': {
    status: 'UNAUTHENTICATED',
    identity: 'USER_DISABLED',
    message: 'This account has been disabled.',
  },
  'auth/missing-id-token': {
    status: 'UNAUTHENTICATED',
    identity: 'MISSING_ID_TOKEN',
    message: 'The request carries no ID token.',
  },
  'auth/invalid-id-token': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_ID_TOKEN',
    message: 'The ID token is not valid.',
  },
  'auth/token-expired': {
    status: 'UNAUTHENTICATED',
    identity: 'TOKEN_EXPIRED',
    message: 'The session has ended. Please sign in again.',
  },
  'auth/account-deleted': {
    status: 'UNAUTHENTICATED',
    identity: 'USER_NOT_FOUND',
    message: 'The account of this session no longer exists.',
  },
  'auth/missing-grant-type': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_GRANT_TYPE',
    message: 'The request names no grant type.',
  },
  'auth/invalid-grant-type': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_GRANT_TYPE',
    message: 'Only the grant type refresh_token is supported.',
  },
  'auth/missing-refresh-token': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_REFRESH_TOKEN',
    message: 'The request carries no refresh token.',
  },
  'auth/invalid-refresh-token': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_REFRESH_TOKEN',
    message: 'The refresh token is not valid.',
  },

  'access/denied': { status: 'PERMISSION_DENIED', message: 'Access denied' },
  'access/owner-only': {
    status: 'PERMISSION_DENIED',
    message: 'Only the subscription owner can perform this action',
  },
  'subscription/invalid-name': {
    status: 'INVALID_ARGUMENT',
    message: 'The name must have 1 to 200 characters.',
  },
  'plan/unknown': { status: 'NOT_FOUND', message: 'There is no such plan.' },
  'plan/legacy': {
    status: 'FAILED_PRECONDITION',
    message: 'This plan is no longer offered.',
  },
  'plan/paid-not-available': {
    status: 'FAILED_PRECONDITION',
    message: 'Paid plans cannot be bought here yet. Please choose a free plan.',
  },
});

export type RefusalCode = keyof typeof refusals;

/** Typed view of one entry, with its optional fields. */
export function refusalEntry(code: RefusalCode): RefusalEntry {
  return refusals[code];
}
