import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KoaContextWithOIDC as Context, Provider } from 'oidc-provider';
import type { JobLog } from '../../platform/jobs/job-log.ts';
import { type IdTokens, signingAlgorithm } from '../identity/index.ts';
import { type ProviderParts, toProviderSettings } from './provider-settings.ts';
import { originsOf } from './sign-in-client.ts';

export interface SignInServer {
  /** Reads the signing key, which fails as the database does: before a request is taken from its server. */
  open(): Promise<AnswerOnConnection>;
}

/** Answers a request of the protocol; the result is the error that it was refused with, if it was. */
type AnswerOnConnection = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<string | undefined>;

interface SignInServerParts extends ProviderParts {
  readonly idTokens: IdTokens;
  readonly log: Pick<JobLog, 'error'>;
}

/**
 * Without the package's main file, which only adds a warning about versions of Node before 22; our tests run its
 * promises on 20 too.
 */
async function loadPackage() {
  const { Provider } = await import('oidc-provider/lib/provider.js');
  const errors = await import('oidc-provider/lib/helpers/errors.js');
  const interactionPolicy = await import('oidc-provider/lib/helpers/interaction_policy/index.js');
  return { Provider, errors, interactionPolicy };
}

/** OpenID Connect for the configured clients, by the package oidc-provider. */
export async function createSignInServer(parts: SignInServerParts): Promise<SignInServer> {
  const oidc = await loadPackage();
  const failures = new WeakMap<IncomingMessage, string>();
  let current:
    | { readonly kid: string; readonly answer: ReturnType<Provider['callback']> }
    | undefined;

  /** The package takes its keys once, so that a new key needs a new instance. */
  async function openPackage() {
    const { kid, openJwk } = await parts.idTokens.signingKey();
    if (current?.kid !== kid) {
      const jwk = { ...openJwk(), kid, alg: signingAlgorithm, use: 'sig' };
      const settings = toProviderSettings(parts, jwk, oidc);
      const provider = new oidc.Provider(parts.publicUrl, settings);
      provider.proxy = true;
      const context = () => oidc.Provider.ctx;
      takeSecretsAsRegistered(provider, context);
      repeatSuccessors(provider, context, parts.successorOf);
      provider.use(keepOwnCookies);
      provider.use(createOriginGuard(parts));
      watch(provider);
      current = { kid, answer: provider.callback() };
    }
    return current.answer;
  }

  function watch(provider: Provider): void {
    const note = ({ req }: Context, error: Error) => void failures.set(req, error.message);
    provider.on('grant.error', note);
    provider.on('authorization.error', note);
    provider.on('revocation.error', note);
    provider.on('server_error', ({ req }, error) => {
      failures.set(req, 'server_error');
      parts.log.error({ err: error }, 'hosted sign-in failed');
    });
  }

  return {
    async open() {
      const answer = await openPackage();
      return async (request, response) => {
        nameOurselves(request, parts.publicUrl);
        await answer(request, response);
        return failures.get(request);
      };
    },
  };
}

/** The package takes a secret by HTTP Basic and from the form, whichever of them the client is registered for. */
function takeSecretsAsRegistered({ Client }: Provider, current: () => Context | undefined): void {
  const { compareClientSecret } = Client.prototype;
  Client.prototype.compareClientSecret = function compare(given) {
    const way = current()?.get('authorization') ? 'client_secret_basic' : 'client_secret_post';
    return way === this.clientAuthMethod && compareClientSecret.call(this, given);
  };
}

/** The package draws a new refresh token with each use of the one before. */
function repeatSuccessors(
  { RefreshToken }: Provider,
  current: () => Context | undefined,
  successorOf: ProviderParts['successorOf'],
): void {
  // The types leave this method out.
  const model = RefreshToken.prototype as object as { generateTokenId(): string };
  const { generateTokenId } = model;
  model.generateTokenId = function name() {
    const used = current()?.oidc.entities.RotatedRefreshToken;
    return used ? successorOf(used.jti) : generateTokenId.call(this);
  };
}

/** Addresses that the package makes are those of PUBLIC_URL, whatever the request says. */
function nameOurselves({ headers }: IncomingMessage, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
}

/** The package also writes cookies of its own session and for a page that reads them, which here is none. */
async function keepOwnCookies(context: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const written = [context.res.getHeader('set-cookie') ?? []].flat().map(String);
  const kept = written.filter((line) =>
    /^((__Host-)?hearth-oauth=|hearth-oauth-resume=)/.test(line),
  );
  context.remove('set-cookie');
  if (kept.length > 0) {
    context.set('set-cookie', kept);
  }
}

/** Until it knows the client, the package lets any origin read its refusals. */
function createOriginGuard({ clients }: ProviderParts) {
  const origins = new Set(clients.flatMap(originsOf));
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    await next();
    if (!origins.has(context.get('origin'))) {
      context.remove('access-control-allow-origin');
      context.remove('access-control-expose-headers');
    }
  };
}
