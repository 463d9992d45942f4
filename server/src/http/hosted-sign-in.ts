import { httpStatusIn, userInfoPath } from '@hearth/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import {
  type AnswerFault,
  readUserInfo,
  type SignInServer,
  signOutOfClient,
  type UserInfoServices,
} from '../modules/hosted-sign-in/index.ts';
import { toNetwork } from '../modules/identity/index.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { refuse } from '../platform/refusal.ts';
import { bearerToken } from './bearer-token.ts';
import { findLanguage, toClient } from './client.ts';
import { createClientOrigins } from './client-origins.ts';
import type { EncodeRefusal } from './dialect.ts';
import { answerFailure } from './failures.ts';
import { renderFaultPage } from './pages/fault-page.ts';

/** Undefined if no client is configured. */
export interface HostedSignIn extends UserInfoServices {
  readonly server: SignInServer;
  readonly limits: RateLimits;
}

const route = { config: { call: 'oauth', cors: false } } as const;

/** Lets the package add the hash of its only script, which posts an answer to the client. */
const protocolPolicy = "default-src 'none'; frame-ancestors 'none'; script-src";

/** Requests of one network: to begin a sign-in writes a row, and a backend refreshes for all its people. */
const startBucket = (network: string) => ({
  key: `oauth start ${network}`,
  burst: 200,
  everyMs: 2_000,
});
const tokenBucket = (network: string) => ({
  key: `oauth token ${network}`,
  burst: 600,
  everyMs: 20,
});

/** OpenID Connect for the front ends that the configuration names as `clients`. */
export async function registerHostedSignIn(
  app: FastifyInstance,
  {
    config,
    hostedSignIn,
  }: { readonly config: Config; readonly hostedSignIn: HostedSignIn | undefined },
): Promise<void> {
  if (!hostedSignIn) {
    return;
  }
  const allowOrigin = createClientOrigins(hostedSignIn.clients);
  const answerRefusal = answerFailure(encodeOAuthRefusal);
  await app.register((routes, _options, done) => {
    routes.setErrorHandler((error, request, reply) => {
      // Without it a client's page learns only that its request failed.
      allowOrigin(request, reply);
      return answerRefusal(error, request, reply);
    });
    registerProtocol(routes, hostedSignIn, config);
    registerUserInfo(routes, hostedSignIn, allowOrigin);
    for (const path of ['/oauth/token', '/oauth/revoke', userInfoPath]) {
      routes.options(path, { config: { call: 'preflight', cors: false } }, (request, reply) => {
        allowOrigin(request, reply);
        return reply
          .header('access-control-allow-methods', 'GET, POST')
          .header('access-control-allow-headers', 'authorization, content-type')
          .header('access-control-max-age', '600')
          .code(204)
          .send();
      });
    }
    done();
  });
  registerSignOut(app, hostedSignIn, config);
}

/** The body that OAuth clients read, for what is refused before the package is asked. */
const encodeOAuthRefusal: EncodeRefusal = ({ code }) => {
  const httpStatus = httpStatusIn('callable', code);
  return { httpStatus, body: { error: toOAuthError(httpStatus) } };
};

function toOAuthError(httpStatus: number): string {
  if (httpStatus === 429 || httpStatus === 503) {
    return 'temporarily_unavailable';
  }
  return httpStatus >= 500 ? 'server_error' : 'invalid_request';
}

/** Addresses that the package answers, from the connection itself. */
function registerProtocol(app: FastifyInstance, hosted: HostedSignIn, config: Config): void {
  const { db, limits, server } = hosted;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const answerOnConnection = await server.open();
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      reply.raw.setHeader(name, value ?? '');
    }
    const error = await answerOnConnection(request.raw, reply.raw);
    if (error === 'invalid_grant' || error === 'invalid_client') {
      const event = 'token-rejected';
      request.securityEvent = event;
      const details = { event, reqId: request.id, address: request.address, refusal: error };
      request.log.warn({ ...details, route: request.routeOptions.url }, 'request refused');
    }
  }

  async function start(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (await limits.take(db, [startBucket(toNetwork(request.address))])) {
      reply.header('content-security-policy', protocolPolicy);
      return await answer(request, reply);
    }
    return sendFault(request, reply.code(429), { kind: 'busy', config });
  }

  async function exchange(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!(await limits.take(db, [tokenBucket(toNetwork(request.address))]))) {
      refuse('auth/too-many-requests');
    }
    return await answer(request, reply);
  }

  app.register((protocol, _options, done) => {
    protocol.removeAllContentTypeParsers();
    // The package reads the body itself.
    protocol.addContentTypeParser('*', (_request, _body, parsed) => parsed(null));
    protocol.get('/oauth/authorize', route, start);
    protocol.get('/oauth/authorize/:id', route, start);
    protocol.post('/oauth/token', route, exchange);
    protocol.post('/oauth/revoke', route, exchange);
    done();
  });
}

/** Says who the bearer of an access token is, as long as the session of Hearth is open. */
function registerUserInfo(
  app: FastifyInstance,
  hosted: HostedSignIn,
  allowOrigin: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.route({
    method: ['GET', 'POST'],
    url: userInfoPath,
    ...route,
    async handler(request, reply) {
      allowOrigin(request, reply);
      reply.header('cache-control', 'no-store');
      const token = readBearer(request);
      const claims = token && (await readUserInfo(token, hosted));
      if (claims) {
        return claims;
      }
      request.securityEvent = 'token-rejected';
      return reply
        .code(401)
        .header('www-authenticate', token ? 'Bearer error="invalid_token"' : 'Bearer')
        .send({ error: 'invalid_token' });
    },
  });
}

function readBearer(request: FastifyRequest): string | undefined {
  try {
    return bearerToken(request);
  } catch {
    return undefined;
  }
}

/** The proof is the ID token in the request, so that no cookie is asked and nobody else can sign a person out. */
function registerSignOut(app: FastifyInstance, hosted: HostedSignIn, config: Config): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/oauth/logout',
    ...route,
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      const given = request.method === 'GET' ? request.query : request.body;
      const next = await signOutOfClient(toSignOut(given), toClient(request), hosted);
      return next === undefined
        ? sendFault(request, reply.code(400), { kind: 'sign-out', config })
        : reply.redirect(next, 303);
    },
  });
}

function toSignOut(given: unknown) {
  const fields = (given ?? {}) as Record<string, unknown>;
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    idTokenHint: text('id_token_hint'),
    clientId: text('client_id'),
    postLogoutUri: text('post_logout_redirect_uri'),
    state: text('state'),
  };
}

function sendFault(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, config }: { readonly kind: 'busy' | 'sign-out'; readonly config: Config },
) {
  const language = toClient(request).language ?? 'en';
  const { html, headers } = renderFaultPage({ kind }, language, config);
  return reply.headers(headers).send(html);
}

/** For the package, which finds faults before a reply of ours is there. */
export function createFaultAnswer(config: Config): AnswerFault {
  return (context, fault) => {
    const language = findLanguage(context.req, config.product.languages) ?? 'en';
    const { html, headers } = renderFaultPage(fault, language, config);
    for (const [name, value] of Object.entries(headers)) {
      context.set(name, value);
    }
    context.body = html;
  };
}
