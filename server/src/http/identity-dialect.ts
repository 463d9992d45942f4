import { timingSafeEqual } from 'node:crypto';
import type { IdentityCall } from '@hearth/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secretHash } from '../platform/ids.ts';
import { Refusal, refuseUnless } from '../platform/refusal.ts';
import { toClient } from './client.ts';
import { encodeIdentityRefusal } from './dialect.ts';
import type { AnyOperation, Call, Execute } from './execute.ts';
import { answerFailure } from './failures.ts';
import {
  clearSessionCookie,
  readSessionCookie,
  requireSameSite,
  type Site,
  writeSessionCookie,
} from './session-cookie.ts';

export interface IdentityDialect {
  readonly operations: Record<string, AnyOperation & { readonly entry: IdentityCall }>;
  readonly execute: Execute;
  readonly apiKey: string;
  readonly site: Site;
}

/** The Identity Toolkit protocol as Google's SDKs speak it. */
export function identityDialect(app: FastifyInstance, dialect: IdentityDialect): void {
  app.setErrorHandler(answerFailure(encodeIdentityRefusal));
  app.addHook('onRequest', async (request) => requireApiKey(request, dialect.apiKey));
  for (const operation of Object.values(dialect.operations)) {
    const { method, path } = operation.entry;
    app.route({
      method,
      // Fastify writes a literal colon as two.
      url: path.replace(':', '::'),
      handler: (request, reply) => handle({ request, reply, operation }, dialect),
    });
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: IdentityDialect['operations'][string];
}

async function handle(exchange: Exchange, dialect: IdentityDialect): Promise<unknown> {
  const { request, reply, operation } = exchange;
  const call = toCall(exchange);
  if (!call.client.cookieSession) {
    return await dialect.execute(operation, call);
  }
  requireSameSite(request, dialect.site);
  const input = withCookie(call.input, exchange, dialect.site);
  try {
    const answer = await dialect.execute(operation, { ...call, input });
    return moveRefreshTokenToCookie(answer, exchange, dialect.site);
  } catch (error) {
    clearCookieOfDeadSession(error, reply, dialect.site);
    throw error;
  }
}

function toCall({ request, operation }: Exchange): Call {
  const input = request.method === 'GET' ? {} : request.body;
  const idToken = operation.entry.access.kind === 'anyone' ? undefined : requireIdToken(input);
  return { idToken, input, client: toClient(request) };
}

function requireIdToken(input: unknown): string {
  const idToken = isRecord(input) ? input.idToken : undefined;
  refuseUnless(idToken !== undefined && idToken !== '', 'auth/missing-id-token');
  refuseUnless(typeof idToken === 'string', 'request/invalid', 'idToken: must be a string.');
  return idToken;
}

/** The cookie stands in for the refresh token of the two calls that take one. */
function withCookie(input: unknown, { request, operation }: Exchange, site: Site): unknown {
  const field = refreshTokenFields[operation.entry.path];
  const refreshToken = readSessionCookie(request, site);
  return field && refreshToken && isRecord(input) ? { ...input, [field]: refreshToken } : input;
}

const refreshTokenFields: Record<string, string> = {
  '/v1/token': 'refresh_token',
  '/v1/accounts:signOut': 'refreshToken',
};

function moveRefreshTokenToCookie(answer: unknown, exchange: Exchange, site: Site): unknown {
  const { reply, operation } = exchange;
  if (operation.entry.path === '/v1/accounts:signOut') {
    clearSessionCookie(reply, site);
    // Only the cache: "cookies" would take those of other programs on this host along.
    reply.header('clear-site-data', '"cache"');
  }
  if (!isRecord(answer)) {
    return answer;
  }
  const { refreshToken, refresh_token, ...rest } = answer;
  const secret = refreshToken ?? refresh_token;
  if (typeof secret === 'string') {
    writeSessionCookie(reply, secret, site);
  }
  return rest;
}

const deadSession = ['auth/token-expired', 'auth/invalid-refresh-token', 'auth/account-deleted'];

function clearCookieOfDeadSession(error: unknown, reply: FastifyReply, site: Site): void {
  if (error instanceof Refusal && deadSession.includes(error.code)) {
    clearSessionCookie(reply, site);
  }
}

function requireApiKey(request: FastifyRequest, apiKey: string): void {
  const given = (request.query as Record<string, unknown>).key;
  refuseUnless(given !== undefined && given !== '', 'request/missing-api-key');
  refuseUnless(
    typeof given === 'string' && timingSafeEqual(secretHash(given), secretHash(apiKey)),
    'request/invalid-api-key',
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
