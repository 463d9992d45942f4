import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecureSite, nameFor, type Site } from './session-cookie.ts';

const name = 'hearth-social';

/** Time that a sign-in at a provider may take, or a mailed link to it. */
const lifeSeconds = 3_600;

/** The secret of this browser's sign-ins under way: an answer that another browser began is refused. */
export function readBinding(request: FastifyRequest, site: Site): string | undefined {
  return request.cookies[nameFor(name, site)];
}

/**
 * Lax is enough for Apple's form too: the answer is used by our own page, never by the request
 * that another site makes.
 */
export function writeBinding(reply: FastifyReply, binding: string, site: Site): void {
  reply.setCookie(nameFor(name, site), binding, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecureSite(site),
    maxAge: lifeSeconds,
  });
}
