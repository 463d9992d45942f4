import type { LogFunctionFactory } from 'graphile-worker';
import { toLoggedError } from './logger.ts';

/** The part of pino that jobs need. */
export interface JobLog {
  error(details: object, sentence: string): void;
  warn(details: object, sentence: string): void;
  info(details: object, sentence: string): void;
}

type Details = Readonly<Record<string, unknown>> | undefined;

/** graphile-worker's log in ours: what somebody should look at, and of jobs neither payload nor results. */
export function toLogFunction(log: JobLog): LogFunctionFactory {
  const reporters: Partial<Record<string, (sentence: string, details: Details) => void>> = {
    error: (sentence, details) => {
      const isFailure = details?.failure === true;
      const job = isFailure ? nameOf(details.job) : {};
      log.error(
        { ...job, err: toLoggedError(details?.error) },
        isFailure ? 'job failed' : sentence,
      );
    },
    warning: (sentence) => log.warn({}, sentence),
  };
  return () => (level, sentence, details) => reporters[level]?.(sentence, details);
}

function nameOf(job: unknown): object {
  const { id, task_identifier, attempts } = job as Record<string, unknown>;
  return { job: id, task: task_identifier, attempt: attempts };
}
