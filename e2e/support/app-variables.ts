import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { HearthConfig } from '@hearth/contract';

const environmentFile = join(import.meta.dirname, '../../.env');

/**
 * Reads the variables `APP_*` with which a product in `app/` starts, from this shell or `.env`, and makes up secrets for
 * its confidential clients. Tests read no other setting of `.env`.
 */
export function appVariables(folder: string): Record<string, string> {
  const written = existsSync(environmentFile)
    ? parseEnv(readFileSync(environmentFile, 'utf8'))
    : {};
  const own = Object.entries({ ...written, ...process.env }).flatMap(([name, value = '']) =>
    name.startsWith('APP_') ? [[name, value] as const] : [],
  );
  const file = join(folder, 'config/hearth.json');
  const { clients = [] }: Partial<HearthConfig> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  const secrets = clients
    .filter(({ confidential }) => confidential)
    .map(({ id }) => `${id}=a-secret-of-a-client-in-tests-only`);
  return { ...Object.fromEntries(own), OAUTH_CLIENT_SECRETS: secrets.join() };
}
