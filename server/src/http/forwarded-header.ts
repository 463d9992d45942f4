import type { FastifyInstance, FastifyRequest } from 'fastify';

const header = 'x-forwarded-for';

/**
 * Logs once that an X-Forwarded-For is ignored. Behind a proxy that TRUST_PROXY does not name, all clients share one
 * address and one limit of attempts, which would otherwise go unnoticed.
 */
export function logIgnoredForwardedHeader(app: FastifyInstance): void {
  let isLogged = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLogged && isIgnored(request)) {
      isLogged = true;
      const details = {
        reqId: request.id,
        address: request.address,
        header,
        setting: 'TRUST_PROXY',
      };
      request.log.warn(details, 'forwarded header ignored');
    }
    done();
  });
}

/** `ips` holds more than the connection's own address if that one is a trusted proxy's. */
function isIgnored({ headers, ips = [] }: FastifyRequest): boolean {
  return headers[header] !== undefined && ips.length < 2;
}
