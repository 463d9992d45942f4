import type { LogFunctionFactory } from 'graphile-worker';

/** The part of pino that jobs need. */
export interface JobLog {
  error(details: object, sentence: string): void;
  warn(details: object, sentence: string): void;
  info(details: object, sentence: string): void;
}

/** A job needs a connection only for moments, so its group has fewer connections than jobs. */
const isExpected = /maxPoolSize .* smaller than concurrency/;

type Details = Readonly<Record<string, unknown>> | undefined;

/** graphile-worker's log in ours: what somebody should look at, and of jobs neither payload nor results. */
export function toLogFunction(log: JobLog): LogFunctionFactory {
  const reporters: Partial<Record<string, (sentence: string, details: Details) => void>> = {
    error: (sentence, details) => {
      const isFailure = details?.failure === true;
      const job = isFailure ? nameOf(details.job) : {};
      log.error(
        // The error as it is: the log's serializer writes it, and would find no error in its own result.
        { ...job, err: details?.error },
        isFailure ? 'job failed' : sentence,
      );
    },
    warning: (sentence) => {
      if (!isExpected.test(sentence)) {
        log.warn({}, sentence);
      }
    },
  };
  return () => (level, sentence, details) => reporters[level]?.(sentence, details);
}

function nameOf(job: unknown): object {
  const { id, task_identifier, attempts } = job as Record<string, unknown>;
  return { job: id, task: task_identifier, attempt: attempts };
}
