import { timingSafeEqual } from 'node:crypto';
import type { Access, IdentityCall } from '@hearth/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secretHash } from '../../platform/ids.ts';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import { noteCaller, toClient } from '../client.ts';
import { readBinding, writeBinding } from '../cookies/binding-cookie.ts';
import { writeDeviceMark } from '../cookies/device-cookie.ts';
import {
  clearSessionCookie,
  readSessionCookie,
  requireSameSite,
  type Site,
  writeSessionCookie,
} from '../cookies/session-cookie.ts';
import { encodeIdentityRefusal } from '../dialect.ts';
import type { AnyOperation, Call, Execute } from '../execute.ts';
import { answerFailure } from '../failures.ts';
import { nameOf } from './call-names.ts';

export interface IdentityDialect {
  readonly operations: Record<string, AnyOperation & { readonly entry: IdentityCall }>;
  readonly execute: Execute;
  readonly apiKey: string;
  readonly site: Site;
  /** Serves the calls by their names of the protocol's third version. */
  readonly legacy: boolean;
}

/** The Identity Toolkit protocol as Google's SDKs speak it. */
export function identityDialect(app: FastifyInstance, dialect: IdentityDialect): void {
  app.setErrorHandler(answerFailure(encodeIdentityRefusal));
  const apiKeyHash = secretHash(dialect.apiKey);
  app.addHook('onRequest', (request, _reply, done) => {
    requireApiKey(request, apiKeyHash);
    done();
  });
  for (const operation of Object.values(dialect.operations)) {
    const { method } = operation.entry;
    for (const path of toPaths(operation.entry, dialect)) {
      app.route({
        method,
        config: { call: nameOf(operation.entry) },
        // Fastify writes a literal colon as two.
        url: path.replace(':', '::'),
        handler: (request, reply) => handle({ request, reply, operation }, dialect),
      });
    }
  }
}

function toPaths(entry: IdentityCall, { legacy }: IdentityDialect): string[] {
  const { path, alsoAt, legacyName } = entry;
  const paths = legacy ? [legacyName && `/${legacyName}`] : [path, alsoAt];
  return paths.filter((served) => served !== undefined);
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
    return noteAccount(await dialect.execute(operation, call), request);
  }
  requireSameSite(request, dialect.site);
  const answer = await dialect.execute(operation, withCookie(call, exchange, dialect.site));
  return moveSecretsToCookies(noteAccount(answer, request), exchange, dialect.site);
}

/** The log names who has just signed in, too. */
function noteAccount(answer: unknown, request: FastifyRequest): unknown {
  const uid = isRecord(answer) ? (answer.localId ?? answer.user_id) : undefined;
  if (typeof uid === 'string') {
    request.callerUid = uid;
  }
  return answer;
}

function toCall({ request, operation }: Exchange): Call {
  const input = request.method === 'GET' ? request.query : request.body;
  return {
    idToken: toIdToken(input, operation.entry.access),
    input,
    client: toClient(request),
    onCaller: noteCaller(request),
  };
}

function toIdToken(input: unknown, { kind }: Access): string | undefined {
  if (kind === 'anyone') {
    return undefined;
  }
  const idToken = isRecord(input) ? input.idToken : undefined;
  const isMissing = idToken === undefined || idToken === null || idToken === '';
  refuseIf(kind !== 'maybe-signed-in' && isMissing, 'auth/missing-id-token');
  if (isMissing) {
    return undefined;
  }
  refuseUnless(typeof idToken === 'string', 'request/invalid', 'idToken: must be a string.');
  return idToken;
}

/** The cookie fills in the refresh token if the call takes one; the session that another call opens replaces the cookie's. */
function withCookie(call: Call, { request, operation }: Exchange, site: Site): Call {
  const refreshToken = readSessionCookie(request, site);
  const bound = withBinding(call, { request, operation }, site);
  const field = operation.entry.cookieSession?.fills;
  if (field === undefined) {
    return { ...bound, client: { ...call.client, replacedRefreshToken: refreshToken } };
  }
  return refreshToken !== undefined && isRecord(call.input)
    ? { ...call, input: { ...call.input, [field]: refreshToken } }
    : call;
}

function withBinding(
  call: Call,
  { request, operation }: Pick<Exchange, 'request' | 'operation'>,
  site: Site,
): Call {
  return operation.entry.cookieSession?.binds && isRecord(call.input)
    ? { ...call, input: { ...call.input, sessionId: readBinding(request, site) } }
    : call;
}

function moveSecretsToCookies(
  answer: unknown,
  { reply, operation }: Exchange,
  site: Site,
): unknown {
  if (operation.entry.cookieSession?.ends) {
    clearSessionCookie(reply, site);
    // Only the cache: "cookies" would take those of other programs on this host along.
    reply.header('clear-site-data', '"cache"');
  }
  if (!isRecord(answer)) {
    return answer;
  }
  const { refreshToken, refresh_token: _kept, sessionId, deviceMark, ...rest } = answer;
  if (typeof sessionId === 'string') {
    writeBinding(reply, sessionId, site);
  }
  // Only a new session writes the cookie: a late answer to a refresh must not undo a newer sign-in.
  if (typeof refreshToken === 'string') {
    writeSessionCookie(reply, refreshToken, site);
  }
  if (typeof deviceMark === 'string') {
    writeDeviceMark(reply, deviceMark, site);
  }
  return rest;
}

function requireApiKey(request: FastifyRequest, apiKeyHash: Buffer): void {
  const given = (request.query as Record<string, unknown>).key ?? request.headers['x-goog-api-key'];
  refuseUnless(given !== undefined && given !== '', 'request/missing-api-key');
  refuseUnless(
    typeof given === 'string' && timingSafeEqual(secretHash(given), apiKeyHash),
    'request/invalid-api-key',
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
