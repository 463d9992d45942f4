import type { FastifyReply, FastifyRequest } from 'fastify';
import { originsOf, type SignInClient } from '../modules/hosted-sign-in/index.ts';

/** Lets pages of sign-in clients read the answer, and no other page. */
export function createClientOrigins(clients: readonly SignInClient[]) {
  const origins = new Set(clients.flatMap(originsOf));
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin !== undefined && origins.has(origin)) {
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-expose-headers', 'www-authenticate, x-request-id');
    }
  };
}
