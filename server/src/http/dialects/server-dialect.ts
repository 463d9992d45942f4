import type { ServerCall } from '@hearth/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toClient } from '../client.ts';
import { encodeCallableRefusal } from '../dialect.ts';
import type { AnyOperation, Execute } from '../execute.ts';
import { answerFailure } from '../failures.ts';
import { nameOf } from './call-names.ts';
import { toInput } from './document-dialect.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No page of another origin may read the answer. */
    cors?: false;
  }
}

export interface ServerDialect {
  readonly operations: Record<string, AnyOperation & { readonly entry: ServerCall }>;
  readonly execute: Execute;
}

const anyAddress = '/server/v1/*';

/** Plain JSON resources for the operator's own programs, with an API key. A key in a browser is public, so no origin is let in. */
export function serverDialect(app: FastifyInstance, { operations, execute }: ServerDialect): void {
  app.setErrorHandler(answerFailure(encodeCallableRefusal));
  app.options(anyAddress, { config: { call: 'preflight', cors: false } }, (_request, reply) =>
    reply.callNotFound(),
  );
  for (const operation of Object.values(operations)) {
    const { method, path } = operation.entry;
    app.route({
      method,
      config: { call: nameOf(operation.entry), cors: false },
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request) =>
        execute(operation, {
          apiKey: keyOf(request),
          input: toInput(request),
          client: toClient(request),
        }),
    });
  }
}

/** Key of the Authorization header; undefined if there is none, which is refused like a wrong one. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\w+)$/i.exec(headers.authorization ?? '')?.[1];
}
