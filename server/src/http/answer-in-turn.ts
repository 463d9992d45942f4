import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Requests that a connection may send ahead of their answers; browsers and proxies send none. */
const mostAhead = 32;

/** Begins the answer now, or once the connection's earlier answers are sent. */
type AnswerInTurn = (request: FastifyRequest, reply: FastifyReply, begin: () => void) => void;

/**
 * One answer at a time for each connection. Node leaves an answer that waits for an earlier one open, with its file or
 * compressor, even after the connection has closed.
 */
export function createTurns(): AnswerInTurn {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return ({ raw: { socket } }, reply, begin) => {
    const take = () => {
      reply.raw.once('close', () => {
        const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
        return next ? next() : waiting.delete(socket);
      });
      begin();
    };
    const ahead = waiting.get(socket);
    if (ahead === undefined) {
      waiting.set(socket, []);
      take();
    } else if (ahead.length < mostAhead) {
      // Log fields and spans of the answer before are not this one's.
      ahead.push(AsyncResource.bind(take));
    } else {
      socket.destroy();
    }
  };
}
