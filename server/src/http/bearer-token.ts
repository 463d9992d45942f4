import type { FastifyRequest } from 'fastify';
import { refuse } from '../platform/refusal.ts';

/** ID token of the Authorization header, if there is one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) {
    return undefined;
  }
  return /^Bearer ([\w.-]+)$/i.exec(header)?.[1] ?? refuse('auth/invalid-id-token');
}
