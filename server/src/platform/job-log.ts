import { Logger } from 'graphile-worker';

/** The part of pino that jobs need. */
export interface JobLog {
  error(details: object, sentence: string): void;
  warn(details: object, sentence: string): void;
}

/** graphile-worker's log in ours: what somebody should look at, and of jobs neither payload nor results. */
export function toJobLogger(log: JobLog): Logger {
  return new Logger(() => (level, sentence, details) => {
    const urgency = String(level);
    if (urgency === 'error') {
      const isFailure = details?.failure === true;
      const job = isFailure ? nameOf(details?.job) : {};
      log.error({ ...job, err: toSafe(details?.error) }, isFailure ? 'job failed' : sentence);
    } else if (urgency === 'warning') {
      log.warn({}, sentence);
    }
  });
}

/** Other fields of an error may hold rows or addresses. */
function toSafe(error: unknown): object | undefined {
  return error instanceof Error ? { type: error.name, stack: error.stack } : undefined;
}

function nameOf(job: unknown): object {
  const { id, task_identifier, attempts } = job as Record<string, unknown>;
  return { job: id, task: task_identifier, attempt: attempts };
}
