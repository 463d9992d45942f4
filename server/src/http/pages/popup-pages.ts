import { randomBytes } from 'node:crypto';
import { popupFramePath, popupHandlerPath, popupStateMark } from '@hearth/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { pageWordsIn } from '../../config/languages/index.ts';
import { isKnownSite } from '../allowed-origin.ts';
import { toClient } from '../client.ts';
import { tongueOf } from './tongue.ts';

/**
 * Google's SDK signs people in from another site with these two pages. The popup sends the outcome only to our own
 * frame, which loads only in allowed sites.
 */
export async function registerPopupPages(
  app: FastifyInstance,
  { config }: { readonly config: Config },
): Promise<void> {
  const route = { config: { call: 'popup' } };
  app.get(popupHandlerPath, route, (request, reply) => {
    const { redirectUrl } = request.query as Record<string, unknown>;
    const isKnown = redirectUrl === undefined || isKnownAddress(redirectUrl, config);
    const nonce = randomBytes(16).toString('base64');
    keepOpener(reply);
    const rules = ["connect-src 'self'", "frame-ancestors 'none'"];
    return prepareHtml(reply, { nonce, scripts: '', rules })
      .code(isKnown ? 200 : 403)
      .send(renderHandler({ request, config, nonce, isKnown }));
  });

  app.get(popupFramePath, route, (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    // X-Frame-Options, which older browsers use instead of frame-ancestors, takes no list.
    reply.raw.removeHeader('x-frame-options');
    const rules = [`frame-ancestors 'self' ${allowedAncestors(config).join(' ')}`];
    const scripts = ' https://apis.google.com';
    return prepareHtml(reply, { nonce, scripts, rules }).send(renderFrame(nonce));
  });
}

/** Whether this is the provider's answer to a sign-in that the popup page began. */
export function belongsToPopup(state: unknown): boolean {
  return typeof state === 'string' && state.startsWith(popupStateMark);
}

/** A popup that the other site opened must still know its opener when the provider leads back. */
export function keepOpener(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', 'unsafe-none');
}

function isKnownAddress(address: unknown, config: Config): boolean {
  const isAddress = typeof address === 'string' && URL.canParse(address);
  return isAddress && isKnownSite(new URL(address).origin, config);
}

/** Origins that `isAllowedOrigin` allows, in the words of a policy. */
function allowedAncestors({ corsOrigins, mode }: Config): string[] {
  const hosts = ['localhost', '127.0.0.1'];
  const own = hosts.flatMap((host) => [`http://${host}:*`, `https://${host}:*`]);
  return [...corsOrigins, ...(mode === 'local' ? own : [])];
}

interface Policy {
  readonly nonce: string;
  /** Sources of scripts beside our own. */
  readonly scripts: string;
  readonly rules: readonly string[];
}

function prepareHtml(reply: FastifyReply, { nonce, scripts, rules }: Policy): FastifyReply {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'${scripts}`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    ...rules,
  ];
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8');
}

interface HandlerPage {
  readonly request: FastifyRequest;
  readonly config: Config;
  readonly nonce: string;
  /** Whether the sign-in continues on an allowed site. */
  readonly isKnown: boolean;
}

const styles = `body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;
place-items:center;padding:24px;box-sizing:border-box;color:#1c1917;background:#fafaf9;text-align:center}
@media(prefers-color-scheme:dark){body{color:#f5f5f4;background:#1c1917}}`;

function renderHandler({ request, config, nonce, isKnown }: HandlerPage): string {
  const language = toClient(request).language ?? 'en';
  const { popup: words } = pageWordsIn(language, config.otherLanguages);
  const name = toHtml(config.product.productName);
  const script = `<script type="module" nonce="${nonce}" src="/popup/handler.js"></script>`;
  return `<!doctype html>
<html ${tongueOf(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${toHtml(words.title)} · ${name}</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body data-site="${toHtml(config.publicUrl)}">
<p id="waiting" role="status"${isKnown ? '' : ' hidden'}>${toHtml(words.waiting)}</p>
<p id="failed" role="alert"${isKnown ? ' hidden' : ''}>${toHtml(isKnown ? words.failed : words.unknownSite)}</p>
${isKnown ? script : ''}
</body>
</html>
`;
}

function renderFrame(nonce: string): string {
  const load = 'https://apis.google.com/js/api.js?onload=hearthConnect';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sign-in</title>
<script nonce="${nonce}" src="/popup/frame.js"></script>
<script nonce="${nonce}" src="${load}"></script>
</head>
<body></body>
</html>
`;
}

function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
