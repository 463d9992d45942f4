import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** PORT of the shell, or else of `.env`, as the server reads it. */
export function readPort(folder, { PORT } = process.env) {
  const file = join(folder, '.env');
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return PORT || written.PORT || '3000';
}
