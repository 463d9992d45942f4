import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import { sayOwnWords, timeHeader } from '@hearth/contract';
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '../config/config.ts';
import { isAllowedOrigin } from './allowed-origin.ts';
import { createTurns } from './answer-in-turn.ts';
import { readAddresses } from './client-address.ts';
import { type DialectGroup, type DialectParts, registerDialects } from './dialect-groups.ts';
import { answerClientError, secureEarlyAnswers } from './early-answers.ts';
import { answerFailure, answerFrameworkError, answerUnknown, dialectOf } from './failures.ts';
import { logIgnoredForwardedHeader } from './forwarded-header.ts';
import { refuseWhileLate } from './refuse-while-late.ts';
import { addSecurityHeaders, createSecurityHeaders } from './security-headers.ts';
import { refuseUnstorableText } from './unstorable-text.ts';
import { type RequestWatch, watchRequests, watchUnrouted } from './watch-requests.ts';

export interface ServerParts extends DialectParts {
  readonly logger: FastifyServerOptions['logger'];
  /** How late the event loop may be, in ms, before requests are refused; 0 for as late as it likes. */
  readonly slowestEventLoopMs: number;
  readonly watch: RequestWatch;
}

const largestBodyBytes = 64 * 1024;
/** A body that dribbles in may not hold its connection for ever. */
const slowestRequestMs = 30_000;
/** Longest time in which a connection may neither send nor take anything, while its answer is made or waits to be read. */
const longestSilenceMs = 120_000;

/** A Fastify instance with the dialects of one group. */
export async function buildServer(
  parts: ServerParts,
  group: DialectGroup,
): Promise<FastifyInstance> {
  const { config } = parts;
  const setHeaders = createSecurityHeaders(config);
  const answerInTurn = createTurns();
  const app: FastifyInstance = fastify({
    logger: parts.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: a child each costs more than most requests log.
    childLoggerFactory: (logger) => logger,
    bodyLimit: largestBodyBytes,
    requestTimeout: slowestRequestMs,
    connectionTimeout: longestSilenceMs,
    // A request on an open connection is answered also while the server closes.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    genReqId: () => randomUUID(),
    trustProxy: toTrustProxy(config.trustProxy),
    routerOptions: { maxParamLength: 200 },
    // A path such as /%ff fails before any hook or route.
    frameworkErrors: (error, request, reply) =>
      answerInTurn(request, reply, () => {
        watchUnrouted(request, reply, parts.watch);
        setHeaders(request.raw, reply.raw, (failure) =>
          answerFrameworkError(app)(failure ?? error, request, reply),
        );
      }),
    clientErrorHandler: answerClientError(setHeaders),
  });
  const { words } = config.product;
  app.decorate('sayOwnWords', (sentence) =>
    words ? sayOwnWords(sentence, 'en', words) : sentence,
  );
  app.decorate('languages', config.product.languages);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) =>
    answerFailure(dialectOf(request.url))(error, request, reply),
  );
  app.addHook('onRequest', answerInTurn);
  readAddresses(app);
  watchRequests(app, parts.watch);
  answerUnknown(app);
  addSecurityHeaders(app, setHeaders);
  secureEarlyAnswers(app, setHeaders, parts.stage);
  logIgnoredForwardedHeader(app);
  await registerPlugins(app, config);
  refuseUnstorableText(app);
  refuseWhileLate(app, parts.slowestEventLoopMs);
  await registerDialects(app, parts, group);
  return app;
}

async function registerPlugins(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(cors, {
    origin: (origin, allow) => allow(null, origin !== undefined && isAllowedOrigin(origin, config)),
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', timeHeader],
    maxAge: 600,
  });
  await app.register(cookie);
  await app.register(formbody);
}

/** A hop count, or addresses and networks separated by commas. */
function toTrustProxy(trustProxy: string | undefined) {
  if (trustProxy === undefined) {
    return false;
  }
  const hops = Number(trustProxy);
  return Number.isInteger(hops) ? (_address: string, hop: number) => hop < hops : trustProxy;
}
