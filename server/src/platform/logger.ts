import { AsyncLocalStorage } from 'node:async_hooks';
import pino, { type DestinationStream, type LoggerOptions } from 'pino';

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

/** Lines that wait for a full disk, in bytes; later ones are lost. */
const longestBacklog = 1_000_000;

/** Stdout, which may be a full disk or a pipe that nobody reads any more: that must not end the process. */
export function openLogStream(): DestinationStream {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
  const stream = pino.destination({ dest: 1, sync: true, maxLength: longestBacklog });
  stream.on('error', () => undefined);
  return stream;
}

/** PostgreSQL's other fields may hold whole rows: addresses, password hashes. */
function toLoggedError(error: unknown): object {
  if (!(error instanceof Error)) {
    return { type: typeof error };
  }
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: toLoggedError(error.cause) };
  return { type: error.name, stack: error.stack, ...code, ...cause };
}
