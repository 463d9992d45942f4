import type { Callable, Document, IdentityCall } from '@hearth/contract';
import type { AnyEntry } from './any-entry.ts';

export interface Destination {
  readonly apiKey: string;
  readonly region: string;
  /** Empty for the page's own origin. */
  readonly origin: string;
}

interface Target extends Destination {
  /** Mails that the call sends are in it. */
  readonly language: string;
}

interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Blob;
}

type Fields = Readonly<Record<string, unknown>>;

/** Mails are written in the language of the page, unless the account has another one. */
const json = ({ language }: Pick<Target, 'language'>) => ({
  'content-type': 'application/json',
  'x-firebase-locale': language,
});
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The HTTP request that one of the three dialects makes of an input. */
export function toRequest(entry: AnyEntry, input: Fields, to: Target): HttpRequest {
  switch (entry.dialect) {
    case 'identity':
      return identityRequest(entry, input, to);
    case 'callable':
      return callableRequest(entry, input, to);
    case 'document':
      return documentRequest(entry, input, to);
  }
}

function identityRequest(entry: IdentityCall, input: Fields, to: Target): HttpRequest {
  const { method } = entry;
  const key = new URLSearchParams({ key: to.apiKey });
  if (method === 'GET') {
    return {
      url: `${to.origin}${entry.path}?${toQuery(input)}${key}`,
      method,
      headers: {},
    };
  }
  const url = `${to.origin}${entry.path}?${key}`;
  // RFC 6749 wants forms, and so do the SDKs that share this endpoint.
  if (entry.service === 'securetoken') {
    return { url, method, headers: form, body: toSearch(input).toString() };
  }
  return { url, method, headers: json(to), body: JSON.stringify(input) };
}

function callableRequest(entry: Callable, input: Fields, to: Target): HttpRequest {
  return {
    url: `${to.origin}/functions/${to.region}/${entry.name}`,
    method: 'POST',
    headers: json(to),
    body: JSON.stringify({ data: input }),
  };
}

function documentRequest(entry: Document, input: Fields, to: Target): HttpRequest {
  if (input instanceof Blob) {
    // The browser names its type.
    return { url: to.origin + entry.path, method: entry.method, headers: {}, body: input };
  }
  const rest = { ...input };
  const path = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  const { method } = entry;
  const url = `${to.origin}${path}`;
  if (method === 'PATCH' || method === 'POST') {
    return { url, method, headers: json(to), body: JSON.stringify(rest) };
  }
  const search = toSearch(rest).toString();
  return { url: search ? `${url}?${search}` : url, method, headers: {} };
}

function toSearch(fields: Fields): URLSearchParams {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

function toQuery(fields: Fields): string {
  const search = toSearch(fields).toString();
  return search ? `${search}&` : '';
}
