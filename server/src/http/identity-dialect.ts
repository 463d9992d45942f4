import { timingSafeEqual } from 'node:crypto';
import type { IdentityCall } from '@hearth/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secretHash } from '../platform/ids.ts';
import { refuseUnless } from '../platform/refusal.ts';
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
  const { request, operation } = exchange;
  const call = toCall(exchange);
  if (!call.client.cookieSession) {
    return await dialect.execute(operation, call);
  }
  requireSameSite(request, dialect.site);
  const answer = await dialect.execute(operation, withCookie(call, exchange, dialect.site));
  return moveRefreshTokenToCookie(answer, exchange, dialect.site);
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

/** The cookie stands in for the refresh token of the two calls that take one; other calls replace its session. */
function withCookie(call: Call, { request, operation }: Exchange, site: Site): Call {
  const refreshToken = readSessionCookie(request, site);
  const field = refreshTokenFields[operation.entry.path];
  if (field === undefined) {
    return { ...call, client: { ...call.client, replacedRefreshToken: refreshToken } };
  }
  return refreshToken !== undefined && isRecord(call.input)
    ? { ...call, input: { ...call.input, [field]: refreshToken } }
    : call;
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
  const { refreshToken, refresh_token: _kept, ...rest } = answer;
  // Only a new session writes the cookie: a late answer to a refresh must not undo a newer sign-in.
  if (typeof refreshToken === 'string') {
    writeSessionCookie(reply, refreshToken, site);
  }
  return rest;
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
