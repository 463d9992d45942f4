import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseUnless } from '../../platform/refusal.ts';

/** Where the product is reached, as far as cookies care. */
export interface Site {
  readonly mode: 'local' | 'production';
  readonly publicUrl: string;
  /** Life of the cookie: the session's absolute limit. */
  readonly maxAgeSeconds: number;
}

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Refuses cookie calls from another site; browsers always name the origin of a POST. */
export function requireSameSite(request: FastifyRequest, { mode, publicUrl }: Site): void {
  const { origin, host } = request.headers;
  const sameHost = mode === 'local' && origin === `http://${host}`;
  refuseUnless(origin === publicUrl || sameHost, 'request/cross-site');
}

export function readSessionCookie(request: FastifyRequest, site: Site): string | undefined {
  return request.cookies[cookieFor(request, site).name];
}

/** Whether the browser was signed in; the session may have ended since. */
export function hasSessionCookie({ cookies }: FastifyRequest): boolean {
  return Object.keys(cookies ?? {}).some((name) => /^(__Host-)?hearth-session$/.test(name));
}

export function writeSessionCookie(reply: FastifyReply, refreshToken: string, site: Site): void {
  const { name, secure } = cookieFor(reply.request, site);
  reply.setCookie(name, refreshToken, { ...attributes(secure), maxAge: site.maxAgeSeconds });
}

export function clearSessionCookie(reply: FastifyReply, site: Site): void {
  const { name, secure } = cookieFor(reply.request, site);
  reply.setCookie(name, '', { ...attributes(secure), maxAge: 0 });
}

function attributes(secure: boolean) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
}

/** Browsers keep Secure cookies of https and of this machine only; a phone in the same network gets a plain one. */
export function isSecureSite(request: FastifyRequest, { publicUrl }: Site): boolean {
  return publicUrl.startsWith('https:') || loopbackHost.test(request.headers.host ?? '');
}

function cookieFor(request: FastifyRequest, site: Site) {
  const secure = isSecureSite(request, site);
  return { name: secure ? '__Host-hearth-session' : 'hearth-session', secure };
}
