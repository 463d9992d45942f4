import type { LoggerOptions } from 'pino';

/** One JSON line per event that somebody should look at, on stdout; secrets that a careless line might hold are blanked. */
export const loggerOptions: LoggerOptions = {
  level: 'warn',
  redact: {
    paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.refreshToken'],
    censor: '[redacted]',
  },
};
