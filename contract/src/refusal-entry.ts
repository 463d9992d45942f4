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
  /** Code of the Identity Toolkit protocol; absent if the identity dialect never says it. */
  readonly identity?: string;
  /** HTTP status if it differs from the status word's own; identity business errors are always 400. */
  readonly httpStatus?: number;
  /** English sentence for people; other languages translate by code. */
  readonly message: string;
  /** The detail is a whole sentence of another service and replaces the message. */
  readonly speaksInDetail?: true;
}

/** Keeps the codes' literal types. */
export function catalogue<const Codes extends string>(entries: Record<Codes, RefusalEntry>) {
  return entries;
}
