import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecureSite, type Site } from './session-cookie.ts';

/** Time that a sign-in at a provider may take, or a mailed link to it. */
const lifeSeconds = 3_600;

/** The secret of this browser's sign-ins under way: an answer that another browser began is refused. */
export function readBinding(request: FastifyRequest, site: Site): string | undefined {
  return request.cookies[cookieName(isSecureSite(request, site))];
}

/**
 * Lax is enough for Apple's form too: the answer is used by our own page, never by the request
 * that another site makes.
 */
export function writeBinding(reply: FastifyReply, binding: string, site: Site): void {
  const secure = isSecureSite(reply.request, site);
  reply.setCookie(cookieName(secure), binding, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: lifeSeconds,
  });
}

function cookieName(secure: boolean): string {
  return secure ? '__Host-hearth-social' : 'hearth-social';
}
