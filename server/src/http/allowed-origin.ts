import type { Config } from '../config/config.ts';
import { readReturnOrigins } from '../config/return-origins.ts';

const localhostOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const siteOrigin = /^https?:/;

/** Sites, and apps in a frame of the system, whose pages may call the API. */
export function isAllowedOrigin(origin: string, config: Config): boolean {
  return (
    origin === config.publicUrl ||
    config.corsOrigins.includes(origin) ||
    (config.mode === 'local' && localhostOrigin.test(origin))
  );
}

/** Sites among them, which may open the popup. */
export function isKnownSite(origin: string, config: Config): boolean {
  return siteOrigin.test(origin) && isAllowedOrigin(origin, config);
}

/** Origins that a link may continue to. A site that may call the API is not one by that alone. */
export function isLinkTarget(origin: string, { publicUrl, product, mode }: Config): boolean {
  return (
    origin === publicUrl ||
    (readReturnOrigins(product) ?? []).some((known) => known.origin === origin) ||
    (mode === 'local' && localhostOrigin.test(origin))
  );
}

/**
 * Origins that a mailed sign-in link may lead to. A site that may call the API, or that other links may continue to, is
 * not one by that alone.
 */
export function isSignInTarget(origin: string, { publicUrl, product, mode }: Config): boolean {
  return (
    origin === publicUrl ||
    product.authorizedDomains.includes(origin) ||
    (mode === 'local' && localhostOrigin.test(origin))
  );
}

/** Hosts of the sites without ports, each once. */
export function toAllowedHosts({ publicUrl, corsOrigins, mode }: Config): string[] {
  const sites = [publicUrl, ...corsOrigins].filter((origin) => siteOrigin.test(origin));
  const hosts = sites.map((origin) => new URL(origin).hostname);
  return [...new Set([...hosts, ...(mode === 'local' ? ['localhost', '127.0.0.1'] : [])])];
}
