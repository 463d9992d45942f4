import { socialCallbackPath, timeHeader } from '@hearth/contract';
import type { FastifyInstance } from 'fastify';
import type { AppServer, AppWork, SignedAddresses } from '../app/index.ts';
import type { Config } from '../config/config.ts';
import type { PaymentProvider, Sandbox } from '../modules/billing/index.ts';
import type { Avatars, IdTokens } from '../modules/identity/index.ts';
import type { Mailbox } from '../modules/mail/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import type { Database } from '../platform/transaction.ts';
import { registerApp } from './dialects/app-calls.ts';
import { callableDialect } from './dialects/callable-dialect.ts';
import { documentDialect } from './dialects/document-dialect.ts';
import { identityDialect } from './dialects/identity-dialect.ts';
import { serverDialect } from './dialects/server-dialect.ts';
import type { Execute } from './execute.ts';
import { registerHealth, type Stage } from './health.ts';
import { type HostedSignIn, registerHostedSignIn } from './hosted-sign-in.ts';
import { operations } from './operations.ts';
import { registerApiReference } from './pages/api-reference.ts';
import { registerAvatars } from './pages/avatar-pages.ts';
import { registerBrand } from './pages/brand-pages.ts';
import { registerDevClock } from './pages/dev-clock.ts';
import { registerDevMailbox } from './pages/dev-mailbox.ts';
import { registerDoctor } from './pages/doctor-page.ts';
import { type MetricsPage, registerMetrics } from './pages/metrics-page.ts';
import { belongsToPopup, keepOpener, registerPopupPages } from './pages/popup-pages.ts';
import { registerSandbox } from './pages/sandbox-pages.ts';
import { registerWebPages } from './pages/web-pages.ts';
import type { SellablePrices } from './public-config.ts';
import { registerTokenKeys } from './token-keys.ts';
import { registerWebhooks } from './webhooks.ts';

interface Payments {
  readonly provider: PaymentProvider | undefined;
  readonly sandbox: Sandbox | undefined;
  /** Why payments are off; undefined while they are on. */
  accountFault(): string | undefined;
}

export interface DialectParts {
  readonly config: Config;
  readonly execute: Execute;
  readonly appServer: AppServer;
  /** Services for the product's routes. */
  readonly appWork: AppWork;
  readonly addresses: SignedAddresses;
  readonly db: Database;
  readonly idTokens: IdTokens;
  readonly mailbox: Mailbox;
  readonly avatars: Avatars;
  readonly clock: Clock;
  readonly runDue: () => Promise<void>;
  /** True while the process is stopping. */
  readonly stage: () => Stage;
  readonly payments: Payments;
  readonly limits: RateLimits;
  readonly prices: SellablePrices;
  /** Undefined if no client is configured. */
  readonly hostedSignIn: HostedSignIn | undefined;
  /** Undefined if nobody may read them. */
  readonly metrics: MetricsPage | undefined;
}

/** Dialects that one port serves; `all` is the product's own port. */
export type DialectGroup = 'all' | 'auth' | 'database' | 'functions';

type Register = (app: FastifyInstance, parts: DialectParts) => Promise<void>;

const registrations: Record<DialectGroup, readonly Register[]> = {
  all: [
    registerIdentity,
    registerCallables,
    registerEmulatedCallables,
    registerDocuments,
    registerServerApi,
    registerApp,
    registerMetrics,
    registerDevMailbox,
    registerDevClock,
    registerDoctor,
    registerSocialCallback,
    registerAvatars,
    registerBrand,
    registerWebhooks,
    registerSandbox,
    registerPopupPages,
    registerHostedSignIn,
    registerWebPages,
    // After the pages, which bring what packs answers.
    registerApiReference,
  ],
  auth: [registerIdentity],
  database: [registerDocuments],
  functions: [registerCallables, registerEmulatedCallables],
};

export async function registerDialects(
  app: FastifyInstance,
  parts: DialectParts,
  group: DialectGroup,
): Promise<void> {
  registerHealth(app, parts);
  registerTokenKeys(app, parts);
  for (const register of registrations[group]) {
    await register(app, parts);
  }
}

const identityPrefixes = ['', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'];
const relyingParty = '/identitytoolkit/v3/relyingparty';
const legacyPrefixes = [relyingParty, `/www.googleapis.com${relyingParty}`];
const daySeconds = 86_400;

async function registerIdentity(app: FastifyInstance, { config, execute, clock }: DialectParts) {
  const maxAgeSeconds = config.product.sessions.absoluteDays * daySeconds;
  const { mode, publicUrl, apiKey } = config;
  const site = { mode, publicUrl, maxAgeSeconds };
  const options = { operations: operations.identity, execute, apiKey, site };
  for (const prefix of identityPrefixes) {
    await app.register(asApi(identityDialect, clock), { ...options, prefix, legacy: false });
  }
  for (const prefix of legacyPrefixes) {
    await app.register(asApi(identityDialect, clock), { ...options, prefix, legacy: true });
  }
}

async function registerCallables(app: FastifyInstance, { config, execute, clock }: DialectParts) {
  const prefix = toFunctionsPath(config);
  await app.register(asApi(callableDialect, clock), {
    operations: operations.callables,
    execute,
    prefix,
  });
}

/** The addresses that `connectFunctionsEmulator` calls. */
async function registerEmulatedCallables(app: FastifyInstance, parts: DialectParts) {
  const { config, execute, clock } = parts;
  const { projectId, region } = config.product;
  const prefix = `/${projectId}/${region}`;
  if (prefix !== toFunctionsPath(config)) {
    await app.register(asApi(callableDialect, clock), {
      operations: operations.callables,
      execute,
      prefix,
    });
  }
}

function toFunctionsPath({ product }: DialectParts['config']): string {
  return `/functions/${product.region}`;
}

async function registerDocuments(app: FastifyInstance, { execute, clock }: DialectParts) {
  await app.register(asApi(documentDialect, clock), { operations: operations.documents, execute });
}

async function registerServerApi(app: FastifyInstance, { execute, clock }: DialectParts) {
  await app.register(asApi(serverDialect, clock), { operations: operations.server, execute });
}

/** Answers of the API are never kept by browsers or proxies, and say the time that the product goes by. */
function asApi<Options extends object>(
  dialect: (app: FastifyInstance, options: Options) => void,
  clock: Clock,
) {
  return async (app: FastifyInstance, options: Options): Promise<void> => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store');
      reply.header(timeHeader, clock.now().toISOString());
      done();
    });
    dialect(app, options);
  };
}

/** Fields of a provider's form; any other field is dropped. */
const fields = ['code', 'state', 'user', 'iss', 'error'] as const;
const longestField = 4_096;

/**
 * Apple leads back by a form. It becomes the address that other providers lead to: our page ends
 * the sign-in, so this request, which comes from another site, decides nothing.
 */
async function registerSocialCallback(app: FastifyInstance): Promise<void> {
  app.post(socialCallbackPath, { config: { call: 'socialCallback' } }, (request, reply) => {
    const form = (request.body ?? {}) as Record<string, unknown>;
    const search = new URLSearchParams();
    for (const name of fields) {
      const value = form[name];
      if (typeof value === 'string' && value.length <= longestField) {
        search.set(name, value);
      }
    }
    if (belongsToPopup(form.state)) {
      keepOpener(reply);
    }
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${socialCallbackPath}?${search}`, 303);
  });
}
