import { type KeyScope, keyScopes } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createApiKey } from '../../src/modules/keys/index.ts';
import { expectNamed } from './named-refusals.ts';
import type { TestApp } from './test-app.ts';
import type { Answer } from './wire-client.ts';

interface MadeKey {
  readonly id: string;
  readonly secret: string;
}

/** A key as the operator makes it, with every scope unless said otherwise. */
export async function makeKey(
  app: TestApp,
  scopes: readonly KeyScope[] = keyScopes,
  days?: number,
): Promise<MadeKey> {
  const { key, secret } = await createApiKey({ name: 'backend', scopes, days }, app);
  return { id: key.id, secret };
}

/** `METHOD /path` below `/server/v1`. */
export async function callServer(
  { server }: TestApp,
  line: `${'GET' | 'PATCH' | 'DELETE' | 'POST'} ${string}`,
  call: { readonly secret?: string; readonly body?: object; readonly headers?: object } = {},
): Promise<Answer> {
  const [method, path = ''] = line.split(' ') as ['GET', string];
  const url = `/server/v1${path}`;
  const authorization = call.secret === undefined ? {} : { authorization: `Bearer ${call.secret}` };
  const options = { method, url, headers: { ...authorization, ...call.headers } };
  const answer = await server.inject(call.body ? { ...options, payload: call.body } : options);
  return expectNamed(answer, `${method} ${url}`);
}

/** Waits until all events can be read: a transaction of another test's database on this server holds newer ones back. */
export async function untilEventsAreListed({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const waiting = sql`select 1 from events where xact >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
  await expect
    .poll(async () => (await waiting.execute(db)).rows.length, { timeout: 30_000 })
    .toBe(0);
}
