import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toIpAddress } from '../platform/ip-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Address of the client, as TRUST_PROXY defines it; that of the connection if no proxy sent one. */
    readonly address: string;
  }
}

const header = 'x-forwarded-for';

/** Comes before everything that asks for an address. Some proxies write ports, which would make each connection another client. */
export function readAddresses(app: FastifyInstance): void {
  app.decorateRequest('address', {
    getter(this: FastifyRequest) {
      return toIpAddress(this.ip ?? '') ?? toIpAddress(this.socket.remoteAddress ?? '') ?? '';
    },
  });
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const given = headers[header];
    if (typeof given === 'string') {
      headers[header] = given
        .split(',')
        .map((one) => toIpAddress(one) ?? one.trim())
        .join(', ');
    }
    done();
  });
}
