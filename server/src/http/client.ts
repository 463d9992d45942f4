import { sessionHeader } from '@hearth/contract';
import type { FastifyRequest } from 'fastify';
import type { Client } from '../modules/identity/index.ts';

/** Who asks; the address heeds TRUST_PROXY. */
export function toClient(request: FastifyRequest): Client {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookieSession: request.headers[sessionHeader] === 'cookie',
  };
}
