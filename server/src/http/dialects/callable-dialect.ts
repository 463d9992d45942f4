import type { Callable } from '@hearth/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { bearerToken } from '../bearer-token.ts';
import { noteCaller, toClient } from '../client.ts';
import { encodeCallableRefusal } from '../dialect.ts';
import type { AnyOperation, Execute } from '../execute.ts';
import { answerFailure } from '../failures.ts';
import { parseInput } from '../parse-input.ts';

export interface CallableDialect {
  readonly operations: Record<string, AnyOperation & { readonly entry: Callable }>;
  readonly execute: Execute;
}

const envelope = z.strictObject({ data: z.unknown() });

/** Firebase's callable functions: `{data}` in, `{data}` out, a bearer token. */
export function callableDialect(
  app: FastifyInstance,
  { operations, execute }: CallableDialect,
): void {
  app.setErrorHandler(answerFailure(encodeCallableRefusal));
  for (const operation of Object.values(operations)) {
    const route = { config: { call: operation.entry.name } };
    app.post(`/${operation.entry.name}`, route, async (request) => ({
      data: await execute(operation, {
        idToken: bearerToken(request),
        input: unwrap(request),
        client: toClient(request),
        onCaller: noteCaller(request),
      }),
    }));
  }
}

function unwrap(request: FastifyRequest): unknown {
  const { data } = parseInput(envelope, request.body) as z.infer<typeof envelope>;
  // SDKs send null for a call without arguments.
  return data ?? {};
}
