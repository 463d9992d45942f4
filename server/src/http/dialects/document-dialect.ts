import { Readable } from 'node:stream';
import type { Document } from '@hearth/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import { bearerToken } from '../bearer-token.ts';
import { noteCaller, toClient } from '../client.ts';
import { encodeCallableRefusal } from '../dialect.ts';
import type { AnyOperation, Execute } from '../execute.ts';
import { answerFailure } from '../failures.ts';
import { nameOf } from './call-names.ts';

export interface DocumentDialect {
  readonly operations: Record<string, AnyOperation & { readonly entry: Document }>;
  readonly execute: Execute;
}

/** Plain JSON resources with a bearer token. */
export function documentDialect(
  app: FastifyInstance,
  { operations, execute }: DocumentDialect,
): void {
  app.setErrorHandler(answerFailure(encodeCallableRefusal));
  for (const operation of Object.values(operations)) {
    const { method, path, answers } = operation.entry;
    app.route({
      method,
      config: { call: nameOf(operation.entry) },
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const output = await execute(operation, {
          idToken: bearerToken(request),
          input: toInput(request),
          client: toClient(request),
          onCaller: noteCaller(request),
        });
        return answers === 'csv' ? sendCsv(reply, output as AsyncIterable<string>) : output;
      },
    });
  }
}

/** Sends the lines as they come. A failure in between breaks the connection, so that nobody keeps a part for the whole. */
const sendCsv = (reply: FastifyReply, lines: AsyncIterable<string>) =>
  reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', 'attachment')
    .send(Readable.from(lines));

/** Path parameters, query and body are one input; a name in two of them is refused. */
export function toInput(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {};
  refuseUnless(
    typeof body === 'object' && !Array.isArray(body),
    'request/invalid',
    'The body must be a JSON object.',
  );
  const parts = [request.params, request.query, body].map((part) => Object.entries(part ?? {}));
  const fields = parts.flat();
  const input = Object.fromEntries(fields);
  refuseIf(Object.keys(input).length < fields.length, 'request/invalid', 'A field is given twice.');
  return input;
}
