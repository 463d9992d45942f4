import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'hearth-device';
const mostMarks = 5;
const yearSeconds = 31_536_000;

/** Marks of the last few people who signed in with this browser, newest first. */
export function readDeviceMarks(request: FastifyRequest): readonly string[] {
  const value = request.cookies?.[`__Host-${name}`] ?? request.cookies?.[name];
  return value === undefined ? [] : value.split('.').slice(0, mostMarks);
}

/** Keeps the mark of whoever signed in now; it outlives the session on purpose. */
export function writeDeviceMark(
  reply: FastifyReply,
  mark: string,
  { secure }: { readonly secure: boolean },
): void {
  const others = readDeviceMarks(reply.request).filter((other) => other !== mark);
  const value = [mark, ...others].slice(0, mostMarks).join('.');
  reply.setCookie(secure ? `__Host-${name}` : name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: yearSeconds,
  });
}
