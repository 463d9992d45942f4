import { isBlank, keyScopes, toLine } from '@hearth/contract';
import { createApiKey, isKeyScope, listApiKeys, revokeApiKey } from '../modules/keys/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/transaction.ts';

interface KeyContext {
  readonly db: Database;
  readonly clock: Clock;
}

export const apiKeyArguments = '<name> <scope,scope,…> [days]';

const longestName = 100;
const mostDays = 3_650;

/** Prints a new key, which is shown here only. */
export async function create(
  written: string,
  [scopes = '', days]: readonly string[],
  context: KeyContext,
): Promise<string> {
  const name = toLine(written);
  if (isBlank(name) || name.length > longestName) {
    throw new Error(`A key needs a name of 1 to ${longestName} characters.`);
  }
  const wanted = { name, scopes: readScopes(scopes), days: readDays(days) };
  const { key, secret } = await createApiKey(wanted, context);
  const end = key.expiresAt ? `It expires at ${key.expiresAt.toISOString()}.` : 'It never expires.';
  return [
    secret,
    `Key ${key.id} "${name}" for ${wanted.scopes.join(', ')}. ${end}`,
    'It is not shown again. Keep it where no one else can read it, and never in a page.',
  ].join('\n');
}

export async function list(context: KeyContext): Promise<string> {
  const keys = await listApiKeys(context);
  const lines = keys.map(({ id, name, scopes, state, expiresAt, lastUsedAt }) =>
    [
      `${id}  ${state.padEnd(7)}  "${name}"  ${scopes.join(',')}`,
      `last used ${lastUsedAt?.toISOString() ?? 'never'}`,
      ...(expiresAt ? [`expires ${expiresAt.toISOString()}`] : []),
    ].join('  '),
  );
  return lines.length === 0 ? 'There are no API keys.' : lines.join('\n');
}

export async function revoke(id: string, context: KeyContext): Promise<string> {
  switch (await revokeApiKey(id, context)) {
    case 'revoked':
      return `Key ${id} opens nothing any more.`;
    case 'revoked before':
      return `Key ${id} was revoked before.`;
    case 'unknown':
      throw new Error('There is no API key with this id. `api-keys list` shows them all.');
  }
}

function readScopes(written: string) {
  const words = [...new Set(written.split(',').map((word) => word.trim()))];
  const scopes = words.filter(isKeyScope);
  if (scopes.length < words.length) {
    const unknown = words.find((word) => !isKeyScope(word)) ?? '';
    throw new Error(`There is no scope "${unknown}". Scopes are ${keyScopes.join(', ')}.`);
  }
  return scopes;
}

function readDays(written: string | undefined): number | undefined {
  if (written === undefined) {
    return undefined;
  }
  const days = Number(written);
  if (!Number.isInteger(days) || days < 1 || days > mostDays) {
    throw new Error(`A key expires after 1 to ${mostDays} days.`);
  }
  return days;
}
