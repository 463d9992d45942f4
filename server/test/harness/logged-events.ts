import { Writable } from 'node:stream';
import { loggerOptions } from '../../src/platform/logger.ts';

/** One line of the log, as a program reads it. */
export type LoggedEvent = Readonly<Record<string, unknown>> & { readonly msg: string };

/** A logger for createTestApp, and what has been logged through it so far. */
export function createEventLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  return {
    logger: { ...loggerOptions, level: 'info', stream },
    text: () => lines.join(''),
    events: (msg?: string): LoggedEvent[] =>
      lines
        .join('')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LoggedEvent)
        .filter((event) => msg === undefined || event.msg === msg),
  };
}
