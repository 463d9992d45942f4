import { sessionHeader } from '@hearth/contract';
import type { FastifyRequest } from 'fastify';
import type { Client } from '../modules/identity/index.ts';

const longestUserAgent = 500;

/** Who asks; the address heeds TRUST_PROXY. */
export function toClient(request: FastifyRequest): Client {
  return {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent),
    cookieSession: request.headers[sessionHeader] === 'cookie',
  };
}
