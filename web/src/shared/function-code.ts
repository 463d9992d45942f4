const codeOfStatus = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  409: 'aborted',
  429: 'resource-exhausted',
  499: 'cancelled',
  500: 'internal',
  501: 'unimplemented',
  503: 'unavailable',
  504: 'deadline-exceeded',
} as const;

/** Codes that only a status word in the body, or this client itself, can say. */
const otherCodes = [
  'failed-precondition',
  'out-of-range',
  'already-exists',
  'data-loss',
  'network-request-failed',
  'unknown',
] as const;

export type FunctionCode =
  | (typeof codeOfStatus)[keyof typeof codeOfStatus]
  | (typeof otherCodes)[number];

const codes = new Set<string>([...Object.values(codeOfStatus), ...otherCodes]);

export function codeOfHttpStatus(status: number): FunctionCode {
  const known: Readonly<Record<number, FunctionCode>> = codeOfStatus;
  return known[status] ?? 'unknown';
}

/** `ALREADY_EXISTS` to `already-exists`; a word of no meaning counts as a fault of the server. */
export function codeOfStatusWord(word: string): FunctionCode {
  const code = word.toLowerCase().replaceAll('_', '-');
  return codes.has(code) ? (code as FunctionCode) : 'internal';
}
