import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import { encodeCallableRefusal } from '../dialect.ts';
import { answerFailure } from '../failures.ts';

const loopbackName = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether the Host header, with or without a port, names this machine. */
export function isLoopbackHost(host = ''): boolean {
  return loopbackName.test(toName(host));
}

function toName(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** Routes of local mode: readable refusals, no caching, this machine only. */
export function keepToDevSite(dev: FastifyInstance, config: Config): void {
  dev.setErrorHandler(answerFailure(encodeCallableRefusal));
  dev.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    requireDevSite(request, config);
  });
}

/**
 * Pages under /dev are only for the person at this machine. No other site may read them, by its own origin or by a name
 * that it points here.
 */
function requireDevSite({ headers }: FastifyRequest, config: Config): void {
  const own = new URL(config.publicUrl).hostname;
  // Fastify's `hostname` believes X-Forwarded-Host behind a proxy, which any page may write.
  const hostname = toName(headers.host ?? '');
  const isOwnHost = loopbackName.test(hostname) || hostname === own || hostname === config.host;
  refuseUnless(isOwnHost, 'request/cross-site');
  const { origin } = headers;
  const isOwnOrigin = origin === config.publicUrl || origin === `http://${headers.host}`;
  refuseIf(origin !== undefined && !isOwnOrigin, 'request/cross-site');
  refuseIf(headers['sec-fetch-site'] === 'cross-site', 'request/cross-site');
}
