import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../platform/refusal.ts';

/** Bytes of a body that nobody reads any more, after which its connection is closed. */
const mostDiscardedBytes = 32 * 1024 * 1024;

/**
 * Gives routes all bodies that no parser of ours takes, as streams. A stream fails past the route's `bodyLimit` or if
 * the client disconnects, so no half upload is kept.
 */
export function streamBodies(app: FastifyInstance): void {
  app.addContentTypeParser('*', (request, payload, done) => {
    const most = request.routeOptions.bodyLimit ?? 0;
    const body = toBoundedBody(payload as IncomingMessage, most);
    if (Number(request.headers['content-length'] ?? 0) > most) {
      // A failure of the parser itself would close the connection, before the client has read why.
      body.destroy(new Refusal('request/too-large'));
    }
    done(null, body);
  });
  app.addHook('onResponse', ({ body }, _reply, done) => {
    if (body instanceof Transform) {
      body.destroy();
    }
    done();
  });
}

function toBoundedBody(payload: IncomingMessage, most: number): Readable {
  let length = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      length += chunk.length;
      next(length > most ? new Refusal('request/too-large') : null, chunk);
    },
  });
  // A route that is not reading yet hears of it when it does.
  body.on('error', () => undefined);
  // A pipeline would close the connection with the body, before the answer.
  payload.once('error', (error) => body.destroy(error)).pipe(body);
  body.once('close', () => discard(payload));
  return body;
}

/** Reads on for the client's sake: most programs read an answer only once they have sent all. */
function discard(payload: IncomingMessage): void {
  let left = mostDiscardedBytes;
  payload
    .on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) {
        payload.destroy();
      }
    })
    .resume();
}
