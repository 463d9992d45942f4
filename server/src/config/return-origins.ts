import type { HearthConfig, ReturnOrigin } from '@hearth/contract';
import { loopback } from './rules.ts';

type Setting = Pick<HearthConfig, 'returnOrigins'>;

export function readReturnOrigins({ returnOrigins }: Setting): ReturnOrigin[] | undefined {
  return returnOrigins?.map((one) => (typeof one === 'string' ? { origin: one } : one));
}

/** A person who has paid trusts the link back, so each origin is named exactly. */
export function returnOriginFaults(setting: Setting): string[] {
  const origins = (readReturnOrigins(setting) ?? []).map(({ origin }) => origin);
  const repeated = new Set(origins.filter((origin, at) => origins.indexOf(origin) !== at));
  return [
    ...new Set(origins.flatMap((origin) => originFault(origin) ?? [])),
    ...[...repeated].map((origin) => `returnOrigins: \`${origin}\` is there more than once.`),
  ];
}

function originFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return `returnOrigins: \`${text}\` is not an origin. Write one such as https://app.example.com.`;
  }
  if (text.includes('*')) {
    return `returnOrigins: \`${text}\` has a wildcard. Name each origin in full.`;
  }
  if (url.origin !== text) {
    return `returnOrigins: \`${text}\` must be an origin only, written as ${url.origin}.`;
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    return `returnOrigins: \`${text}\` must begin with https. Only this machine, such as http://localhost:5173, may use http.`;
  }
  return undefined;
}
