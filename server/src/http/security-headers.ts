import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';

export type SetSecurityHeaders = (
  request: IncomingMessage,
  response: ServerResponse,
  done: (error?: Error) => void,
) => void;

/** Helmet without its Fastify plugin, which would build all headers again for each request. */
export function createSecurityHeaders({ publicUrl }: Config): SetSecurityHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // A sign-in popup must be able to report to its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    hsts: publicUrl.startsWith('https:'),
    // Headers that only browsers of the past read.
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    originAgentCluster: false,
  });
  return (request, response, done) =>
    setHeaders(request, response, (error) => done(error as Error | undefined));
}

/** For every request that reaches a route or the handler of unknown paths. */
export function addSecurityHeaders(app: FastifyInstance, setHeaders: SetSecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, done));
}
