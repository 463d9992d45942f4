import type { HearthConfig, ReturnOrigin } from '@hearth/contract';
import { loopback } from './rules.ts';

type Setting = Pick<HearthConfig, 'returnOrigins'>;

export function readReturnOrigins({ returnOrigins }: Setting): ReturnOrigin[] | undefined {
  return returnOrigins?.map((one) => (typeof one === 'string' ? { origin: one } : one));
}

/** A person who has paid trusts the link back, so each origin is named exactly. */
export const returnOriginFaults = (setting: Setting): string[] =>
  originFaults(
    'returnOrigins',
    (readReturnOrigins(setting) ?? []).map(({ origin }) => origin),
  );

/** Faults of a list of origins, each of which must be named exactly. */
export function originFaults(setting: string, origins: readonly string[]): string[] {
  const repeated = new Set(origins.filter((origin, at) => origins.indexOf(origin) !== at));
  return [
    ...new Set(origins.flatMap((origin) => originFault(origin) ?? [])),
    ...[...repeated].map((origin) => `\`${origin}\` is there more than once.`),
  ].map((fault) => `${setting}: ${fault}`);
}

function originFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return `\`${text}\` is not an origin. Write one such as https://app.example.com.`;
  }
  if (text.includes('*')) {
    return `\`${text}\` has a wildcard. Name each origin in full.`;
  }
  if (url.origin !== text) {
    return `\`${text}\` must be an origin only, written as ${url.origin}.`;
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    return `\`${text}\` must begin with https. Only this machine, such as http://localhost:5173, may use http.`;
  }
  return undefined;
}
