import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerOptions } from 'pino';

const fields = new AsyncLocalStorage<object>();

/** Runs work; each line that it logs has these fields. */
export function withLogFields<Result>(added: object, work: () => Result): Result {
  return fields.run(added, work);
}

/** One JSON line per event, on stdout; secrets that a careless line might hold are blanked. */
export const loggerOptions: LoggerOptions = {
  serializers: { err: toLoggedError },
  // A copy, because pino writes the line's own fields into it.
  mixin: () => ({ ...fields.getStore() }),
  redact: {
    paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.refreshToken'],
    censor: '[redacted]',
  },
};

/** PostgreSQL's other fields may hold whole rows: addresses, password hashes. */
function toLoggedError(error: unknown): object {
  if (!(error instanceof Error)) {
    return { type: typeof error };
  }
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: toLoggedError(error.cause) };
  return { type: error.name, stack: error.stack, ...code, ...cause };
}
