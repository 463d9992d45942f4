import type { LoggerOptions } from 'pino';

/** One JSON line per event on stdout; secrets that a careless line might hold are blanked. */
export const loggerOptions: LoggerOptions = {
  level: 'info',
  redact: {
    paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.refreshToken'],
    censor: '[redacted]',
  },
};
