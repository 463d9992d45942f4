import { timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Config } from '../../config/config.ts';
import { secretHash } from '../../platform/ids.ts';
import { refuse } from '../../platform/refusal.ts';
import { alsoUnderLoad } from '../health.ts';
import { isLoopbackHost } from './dev-site.ts';

/** Numbers about this process and its database, as Prometheus reads them. */
export interface MetricsPage {
  readonly contentType: string;
  read(): Promise<string>;
}

interface MetricsParts {
  readonly config: Config;
  /** Undefined if nobody may read them. */
  readonly metrics: MetricsPage | undefined;
}

const path = '/metrics';

/**
 * Needs a token, whatever the address of the request: behind a proxy on the same machine everybody
 * comes from this machine.
 */
export async function registerMetrics(
  app: FastifyInstance,
  { config, metrics }: MetricsParts,
): Promise<void> {
  const { token } = config.metrics;
  if (!metrics || token === undefined) {
    return;
  }
  const expected = secretHash(`Bearer ${token}`);
  app.get(path, { config: { call: 'metrics', ...alsoUnderLoad } }, async ({ headers }, reply) => {
    if (!timingSafeEqual(secretHash(headers.authorization ?? ''), expected)) {
      reply.header('www-authenticate', 'Bearer');
      refuse('auth/unauthenticated');
    }
    return await send(reply, metrics);
  });
}

/** A server for a port of this machine only, which asks for no token. */
export function buildMetricsServer(metrics: MetricsPage): FastifyInstance {
  const app: FastifyInstance = fastify({ return503OnClosing: false });
  // A foreign page could otherwise read it through a browser here, by a name that it points to this machine.
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (!isLoopbackHost(headers.host)) {
      return reply.code(403).send({ error: 'Ask for it at localhost or 127.0.0.1.' });
    }
  });
  app.get(path, (_request, reply) => send(reply, metrics));
  return app;
}

async function send(reply: FastifyReply, metrics: MetricsPage): Promise<FastifyReply> {
  const text = await metrics.read();
  return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text);
}
