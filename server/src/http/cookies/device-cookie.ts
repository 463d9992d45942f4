import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecureSite, nameFor, type Site } from './session-cookie.ts';

const name = 'hearth-device';
const maxMarks = 5;
const yearSeconds = 31_536_000;
const mark = /^[\w-]{43}$/;

/** Marks of the last few accounts that signed in with this browser, newest first; each is random. */
export function readDeviceMarks(request: FastifyRequest): readonly string[] {
  const value = request.cookies?.[`__Host-${name}`] ?? request.cookies?.[name] ?? '';
  return value
    .split('.')
    .filter((part) => mark.test(part))
    .slice(0, maxMarks);
}

/** Keeps the mark of the account that signed in now; it outlives the session on purpose. */
export function writeDeviceMark(reply: FastifyReply, given: string, site: Site): void {
  const others = readDeviceMarks(reply.request).filter((other) => other !== given);
  const value = [given, ...others].slice(0, maxMarks).join('.');
  reply.setCookie(nameFor(name, site), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecureSite(site),
    maxAge: yearSeconds,
  });
}
