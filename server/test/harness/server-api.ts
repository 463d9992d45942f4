import { type KeyScope, keyScopes } from '@hearth/contract';
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
