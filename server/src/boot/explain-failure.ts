import { ConfigFaults } from '../config/config.ts';
import { CommandRefused } from '../modules/billing/index.ts';
import { Refusal } from '../platform/refusal.ts';

/** Their messages are sentences for the person who started the program. */
const sentences = [ConfigFaults, Refusal, CommandRefused];

/** Text about a program that could not do its work: our own sentences, or the whole error of a bug. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (codeOf(error) === 'EADDRINUSE') {
    return `Another program has the port already (${error.message}). Choose another one with PORT or METRICS_PORT.`;
  }
  const isOurSentence = error.constructor === Error && codeOf(error) === undefined;
  if (!isOurSentence && !sentences.some((kind) => error instanceof kind)) {
    return error.stack ?? error.message;
  }
  return error.cause === undefined
    ? error.message
    : `${error.message}\n${explainCause(error.cause)}`;
}

/** The system, or PostgreSQL, says in one line why it refused; a stack would hide it. */
function explainCause(cause: unknown): string {
  const code = codeOf(cause);
  if (!(cause instanceof Error) || code === undefined) {
    return explainFailure(cause);
  }
  const hint = /CERT|SIGNATURE/.test(code)
    ? ' Name the authority of its certificate with sslrootcert=<file> in DATABASE_URL.'
    : '';
  return `${cause.message || code} (${code}).${hint}`;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
