import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseUnless } from '../../platform/refusal.ts';

/** Scheme and host of the product, as far as cookies need them. */
export interface Site {
  readonly mode: 'local' | 'production';
  readonly publicUrl: string;
  /** Life of the cookie: the session's absolute limit. */
  readonly maxAgeSeconds: number;
}

type Address = Pick<Site, 'publicUrl'>;

const session = 'hearth-session';

/** Refuses cookie calls from another site; browsers always name the origin of a POST. */
export function requireSameSite(request: FastifyRequest, { mode, publicUrl }: Site): void {
  const { origin, host } = request.headers;
  const sameHost = mode === 'local' && origin === `http://${host}`;
  refuseUnless(origin === publicUrl || sameHost, 'request/cross-site');
}

export function readSessionCookie(request: FastifyRequest, site: Address): string | undefined {
  return request.cookies?.[nameFor(session, site)];
}

/** Whether the browser was signed in; the session may have ended since. */
export function hasSessionCookie(request: FastifyRequest, site: Address): boolean {
  return readSessionCookie(request, site) !== undefined;
}

export function writeSessionCookie(reply: FastifyReply, refreshToken: string, site: Site): void {
  const { maxAgeSeconds: maxAge } = site;
  reply.setCookie(nameFor(session, site), refreshToken, { ...attributes(site), maxAge });
}

export function clearSessionCookie(reply: FastifyReply, site: Site): void {
  reply.setCookie(nameFor(session, site), '', { ...attributes(site), maxAge: 0 });
}

function attributes(site: Address) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecureSite(site) } as const;
}

/** Safari drops Secure cookies of plain http, those of this machine too. */
export function isSecureSite({ publicUrl }: Address): boolean {
  return publicUrl.startsWith('https:');
}

/** Browsers take a name with this prefix from https only, and then from no other host. */
export function nameFor(name: string, site: Address): string {
  return isSecureSite(site) ? `__Host-${name}` : name;
}
