import type { FastifyRequest } from 'fastify';

/** Name and secret of the cookie that binds hosted sign-ins to the browser that began them. */
export function readBrowserSecret({ cookies }: FastifyRequest): string | undefined {
  const name = ['__Host-hearth-oauth', 'hearth-oauth'].find((one) => cookies?.[one] !== undefined);
  return name && `${name}=${cookies[name]}`;
}
