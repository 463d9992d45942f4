import type { Config } from '../../config/config.ts';

/** Stripe's script may only come from Stripe; nobody else's may run at all. */
const stripeSources = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: ' https://api.stripe.com',
};
const noSources = { script: '', frame: '', connect: '' };

/** Origins that the product names are allowed on its own screens only, never on pages on which people sign in or type a card. */
export function pagePolicy(nonce: string, { payments, app }: Config, isOwn: boolean): string {
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
export function policyMark({ app }: Config, isOwn: boolean): string {
  const names = Object.values(app.csp).some((origins) => origins.length > 0);
  return names ? ` data-policy="${isOwn ? 'app' : 'hearth'}"` : '';
}
