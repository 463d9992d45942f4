import type { Config } from '../config/config.ts';

const localhostOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Sites that may call the API and that mailed links may lead on to. */
export function isAllowedOrigin(origin: string, config: Config): boolean {
  return (
    origin === config.publicUrl ||
    config.corsOrigins.includes(origin) ||
    (config.mode === 'local' && localhostOrigin.test(origin))
  );
}

/** Their hosts without ports, each once. */
export function toAllowedHosts({ publicUrl, corsOrigins, mode }: Config): string[] {
  const hosts = [publicUrl, ...corsOrigins].map((origin) => new URL(origin).hostname);
  return [...new Set([...hosts, ...(mode === 'local' ? ['localhost', '127.0.0.1'] : [])])];
}
