import { Logger } from 'graphile-worker';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { loggerOptions } from '../logger.ts';
import { toLogFunction } from './job-log.ts';

describe("the job queue's log in ours", () => {
  /** Lines as they leave the process. */
  function listen() {
    const lines: unknown[] = [];
    const log = pino(loggerOptions, { write: (line) => lines.push(JSON.parse(line)) });
    return { lines, queue: new Logger(toLogFunction(log)) };
  }

  it('tells which job failed, and why', () => {
    const { lines, queue } = listen();
    const job = { id: '7', task_identifier: 'send-mail', attempts: 2, payload: { to: 'ada' } };
    const error = Object.assign(new Error('The mail server is away.'), {
      code: 'ESOCKET',
      detail: 'Key (email)=(ada) is there.',
    });
    queue.error('Failed task', { failure: true, job, error });
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'job failed',
        job: '7',
        task: 'send-mail',
        attempt: 2,
        err: {
          type: 'Error',
          stack: expect.stringContaining('The mail server is away.'),
          code: 'ESOCKET',
        },
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('ada');
  });

  it('passes warnings on, but for one about what is meant so', () => {
    const { lines, queue } = listen();
    queue.warn('The clock jumped.');
    queue.warn('WARNING: having maxPoolSize (5) smaller than concurrency (6) may be slow.');
    expect(lines).toEqual([expect.objectContaining({ level: 40, msg: 'The clock jumped.' })]);
  });
});
