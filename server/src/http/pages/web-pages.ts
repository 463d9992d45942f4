import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import {
  type AppContract,
  type Language,
  localPagePaths,
  matchLanguage,
  type PublicConfig,
  pagePaths,
  popupHandlerPath,
  sandboxProviderPath,
  socialCallbackPath,
  wordsPath,
} from '@hearth/contract';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { AppServer } from '../../app/index.ts';
import type { Config } from '../../config/config.ts';
import { findAcceptedLanguage } from '../asked-language.ts';
import { hasSessionCookie } from '../cookies/session-cookie.ts';
import { alsoUnderLoad } from '../health.ts';
import { createPublicConfig, type SellablePrices } from '../public-config.ts';
import { wearBrand } from './brand-head.ts';
import { drawFirstPicture, writeBrand } from './first-picture.ts';
import { type FrontPages, readFrontPages } from './front-pages.ts';
import { packOnce, type SendText } from './pack-once.ts';
import { describePage, describeProduct, escapeHtml, namePage } from './page-head.ts';
import { readPageStarts } from './page-preloads.ts';
import { belongsToPopup, keepOpener } from './popup-pages.ts';
import { tongueOf } from './tongue.ts';

const yearSeconds = 31_536_000;

interface WebParts {
  readonly config: Config;
  readonly appServer: AppServer;
  /** Shows visitors which plans cannot be sold now. */
  readonly prices: SellablePrices;
}

/** The built web: its files, and one page that serves every route of the browser's router. */
export async function registerWebPages(
  app: FastifyInstance,
  { config, prices, appServer }: WebParts,
): Promise<void> {
  const shownConfig = createPublicConfig(config, prices);
  const named = (call: string) => ({ config: { call } });
  app.get('/config.json', named('config'), createConfigAnswer(shownConfig));
  const manifest = JSON.stringify(describeProduct(config));
  app.get('/manifest.webmanifest', named('config'), (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(manifest),
  );
  serveWords(app, config);
  const template = await readTemplate(config);
  const web: WebBuild = {
    config,
    shownConfig,
    findPage: createPage(template, shownConfig),
    findStart: await readPageStarts(config.folders.web, config.product.landing),
    drawFront: await readFrontPages(config),
  };
  // Decorated for the handlers of unknown addresses, which are there before the web is.
  app.decorate('sendLostPage', (request, reply) =>
    isLostPerson(request) ? sendPage(web, { request, reply: reply.code(404) }) : undefined,
  );
  await app.register(compress, { encodings: ['br', 'gzip'] });
  await app.register(serveFiles, { folder: config.folders.web });
  const { isPage, isOwnPage } = createPageTest(config, appServer.contract);
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    if (isPopupStep(path, request)) {
      keepOpener(reply);
      if (path === socialCallbackPath) {
        const address = `${popupHandlerPath}${request.url.slice(path.length)}`;
        return reply.header('cache-control', 'no-store').redirect(address, 303);
      }
    }
    if (path === '/' && config.product.landing && hasSessionCookie(request, config)) {
      // Without a landing page the web leads on to the dashboard; answering the web here would show the landing page first.
      return reply.header('cache-control', 'no-store').redirect('/dashboard', 302);
    }
    return isPage(path)
      ? sendPage(web, { request, reply, isOwn: isOwnPage(path) })
      : reply.callNotFound();
  };
  const page = { config: { call: 'page', ...alsoUnderLoad } };
  app.get('/.well-known/change-password', page, (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/change-password', 302),
  );
  const ownPasskeys = `${config.publicUrl}/profile`;
  app.get('/.well-known/passkey-endpoints', page, async () => ({
    enroll: ownPasskeys,
    manage: ownPasskeys,
  }));
  app.get('/', page, answer);
  app.get('/*', page, answer);
}

/** The public configuration, packed again only if it has changed. */
function createConfigAnswer(shownConfig: () => PublicConfig): SendText {
  let known: { readonly shown: PublicConfig; readonly send: SendText } | undefined;
  return (request, reply) => {
    const shown = shownConfig();
    if (known?.shown !== shown) {
      known = { shown, send: packOnce(JSON.stringify(shown)) };
    }
    return known.send(request, reply.type('application/json; charset=utf-8'));
  };
}

/** The built files, each packed once by the build; one without a packed twin goes as it is. */
const serveFiles: FastifyPluginAsync<{ readonly folder: string }> = async (app, { folder }) => {
  // A cache between must not give one browser what was packed for another.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('vary', 'Origin, Accept-Encoding');
  });
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, call: 'file', ...alsoUnderLoad };
  });
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => path !== '/index.html' && !path.startsWith('/server/'),
    setHeaders(response, path) {
      const hashed = path.includes('/assets/');
      response.setHeader(
        'cache-control',
        hashed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600',
      );
    },
  });
};

/** Pages that a popup of another site's sign-in passes on its way back. */
const popupSteps: readonly string[] = [socialCallbackPath, sandboxProviderPath];

function isPopupStep(path: string, { query }: FastifyRequest): boolean {
  return popupSteps.includes(path) && belongsToPopup((query as Record<string, unknown>).state);
}

/** Addresses for programs only. */
const notPages =
  /^\/(api|v1|v2|docs|functions|webhooks|sandbox|dev|emulator|avatars|brand|metrics|words|healthz|readyz|identitytoolkit|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com|www\.googleapis\.com|service_accounts|robot|\.well-known|assets)(\/|$)/i;

/** True for a browser that shows the answer to a person; false for missing files of the build. */
function isLostPerson({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  const wantsPage = /^(GET|HEAD)$/.test(method) && headers.accept?.includes('text/html') === true;
  return wantsPage && !notPages.test(path) && !/\.\w+$/.test(path);
}

async function readTemplate(config: Config): Promise<string> {
  const { folders, product, brand } = config;
  const template = await readFile(join(folders.web, 'index.html'), 'utf8').catch((cause) => {
    throw new Error('The web is not built. Run: npm run build', { cause });
  });
  const named = template.replaceAll('__HEARTH_NAME__', () => escapeHtml(product.productName));
  return wearBrand(writeBrand(named, config), brand);
}

/** Answers the page with the configuration filled in, which changes with the prices only. */
function createPage(template: string, shownConfig: () => PublicConfig): () => string {
  let filled: { readonly shown: PublicConfig; readonly page: string } | undefined;
  return () => {
    const shown = shownConfig();
    if (filled?.shown !== shown) {
      const json = JSON.stringify(shown).replaceAll('<', '\\u003c');
      filled = { shown, page: template.replace('__HEARTH_CONFIG__', () => json) };
    }
    return filled.page;
  };
}

/** Parts that each page is made of. */
interface WebBuild {
  readonly config: Config;
  readonly shownConfig: () => PublicConfig;
  readonly findPage: () => string;
  readonly findStart: Awaited<ReturnType<typeof readPageStarts>>;
  readonly drawFront: FrontPages;
}

interface PageRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** A screen of the product on Hearth, which may load from the origins that it names. */
  readonly isOwn?: boolean;
}

async function sendPage(
  web: WebBuild,
  { request, reply, isOwn = false }: PageRequest,
): Promise<FastifyReply> {
  const { config, shownConfig, findPage, findStart, drawFront } = web;
  const canonical = canonicalAddress(request, config);
  if (canonical !== undefined) {
    return reply.redirect(canonical, 302);
  }
  const nonce = randomBytes(16).toString('base64');
  const language = languageOf(request);
  const [asked = ''] = request.url.split('?');
  const path = toRoute(asked);
  const { first, links } = findStart({
    path,
    language,
    hasSession: hasSessionCookie(request, config),
  });
  const { head, withoutScript } =
    first === 'frame' ? namePage(config) : describePage(path, language, config);
  const front =
    first === 'front' ? await drawFront({ request, path, language }, shownConfig()) : '';
  return reply
    .header('content-security-policy', pagePolicy(nonce, config, isOwn))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      drawFirstPicture(findPage(), first, front)
        .replace('</head>', () => `${links}</head>`)
        .replace(/<title>[^<]*<\/title>/, () => head)
        .replace('</body>', () => `${withoutScript}</body>`)
        .replaceAll('__HEARTH_NONCE__', nonce)
        .replace('<html lang="en">', `<html ${tongueOf(language)}${policyMark(config, isOwn)}>`),
    );
}

/** Mailed links say localhost, and a session at 127.0.0.1 would not be found there. */
function canonicalAddress(request: FastifyRequest, config: Config): string | undefined {
  const { host = '' } = request.headers;
  const isLoopbackAddress = /^(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
  const namesLocalhost = new URL(config.publicUrl).hostname === 'localhost';
  return config.mode === 'local' && isLoopbackAddress && namesLocalhost && !isHosting(host, config)
    ? // Joined as text: resolving `//host/path` would lead to another host.
      `${config.publicUrl}${request.url}`
    : undefined;
}

/** The emulator-style port of the site is asked for by its number, so nobody is sent to another port. */
function isHosting(host: string, { product }: Config): boolean {
  const { enabled, hosting } = product.emulators;
  return enabled && host.endsWith(`:${hosting.port}`);
}

/** First guess for screen readers and search engines; the browser's own detection decides. */
function languageOf(request: FastifyRequest): Language {
  // A path that cannot be decoded gets here without its query and cookies.
  const { lng } = (request.query ?? {}) as Record<string, unknown>;
  const { languages } = request.server;
  return (
    matchLanguage(lng, languages) ??
    matchLanguage(request.cookies?.i18next, languages) ??
    findAcceptedLanguage(request.headers['accept-language'], languages) ??
    'en'
  );
}

/** Address of a page as the router of the web reads it: neither the case of letters nor a slash at the end counts. */
const toRoute = (path: string): string => path.toLowerCase().replace(/(?<=.)\/$/, '');

/** Tests addresses as the router of the web reads them. */
function createPageTest({ mode }: Config, contract: AppContract = { calls: {} }): PageTest {
  const own = toTest(ownPaths(contract));
  const ours = toTest(Object.values({ ...pagePaths, ...(mode === 'local' && localPagePaths) }));
  return {
    isPage: (path) => ours(path) || own(path),
    isOwnPage: (path) => own(path) && !ours(path),
  };
}

interface PageTest {
  readonly isPage: (path: string) => boolean;
  /** A screen of the product on Hearth. */
  readonly isOwnPage: (path: string) => boolean;
}

function ownPaths({ pages = [], accountPages = [] }: AppContract): readonly string[] {
  return [
    ...pages.map((page) => `/subscription/:id/${page}`),
    ...accountPages.map((page) => `/account/${page}`),
  ];
}

function toTest(paths: readonly string[]): (path: string) => boolean {
  if (paths.length === 0) {
    return () => false;
  }
  const sources = paths.map((path) => path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+'));
  const pattern = new RegExp(`^(${sources.join('|')})/?$`, 'i');
  return (path) => pattern.test(path);
}

/** Words of the languages that have a folder, each part under an address that changes with them. */
function serveWords(
  app: FastifyInstance,
  { otherLanguages }: Pick<Config, 'otherLanguages'>,
): void {
  for (const [language, { screens, version }] of Object.entries(otherLanguages)) {
    for (const [part, words] of Object.entries(screens)) {
      const send = packOnce(JSON.stringify(words));
      const route = { config: { call: 'file', ...alsoUnderLoad } };
      app.get(wordsPath({ language, version, part }), route, (request, reply) =>
        send(
          request,
          reply
            .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
            .type('application/json; charset=utf-8'),
        ),
      );
    }
  }
}

/** Stripe's script may only come from Stripe; nobody else's may run at all. */
const stripeSources = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: ' https://api.stripe.com',
};
const noSources = { script: '', frame: '', connect: '' };

/** Origins that the product names are allowed on its own screens only, never on pages on which people sign in or type a card. */
function pagePolicy(nonce: string, { payments, app }: Config, isOwn: boolean): string {
  const money = payments.provider === 'stripe' ? stripeSources : noSources;
  const { images = [], connections = [], frames = [] } = isOwn ? app.csp : {};
  const also = (origins: readonly string[]) => origins.map((origin) => ` ${origin}`).join('');
  const frame = `${money.frame}${also(frames)}`;
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}'${money.script}`,
    `frame-src${frame || " 'none'"}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self'${also(images)}`,
    `font-src 'self'`,
    `connect-src 'self'${money.connect}${also(connections)}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/**
 * Tells the web whether this document has the policy of the product's screens. A policy lasts as long as its document,
 * so other screens need a new one.
 */
function policyMark({ app }: Config, isOwn: boolean): string {
  const names = Object.values(app.csp).some((origins) => origins.length > 0);
  return names ? ` data-policy="${isOwn ? 'app' : 'hearth'}"` : '';
}
