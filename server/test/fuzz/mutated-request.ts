import type { Chance } from '../harness/chance.ts';
import { oddText, oddValue, toOddJson } from './odd-values.ts';
import type { Target } from './targets.ts';
import { type Known, validInput } from './valid-input.ts';

/** A request as it goes out on the connection. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Headers that prove somebody, and the token for calls that take it as a field. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly idToken?: string | undefined;
}

interface Draft {
  method: string;
  path: string;
  input: Record<string, unknown>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  bodyAs: Target['bodyAs'];
  /** Changes the bytes of the body at the end. */
  spoil: ((body: string) => string | Buffer) | undefined;
}

/** A valid request of the target, or one in which up to three things are odd. */
export function mutatedRequest(
  target: Target,
  { headers, idToken }: Credentials,
  known: Known,
  chance: Chance,
): RawRequest {
  const valid = Object(validInput(target.input, '', known, chance));
  const { method, path, bodyAs } = target;
  const withToken = target.signedInBy === 'field' && idToken !== undefined;
  const input = withToken ? { ...valid, idToken } : { ...valid };
  const draft: Draft = {
    method,
    path,
    input,
    query: [],
    headers: { ...headers },
    bodyAs,
    spoil: undefined,
  };
  for (let left = chance.below(4); left > 0; left -= 1) {
    chance.pick(mutations)(draft, chance);
  }
  return toRaw(draft, chance);
}

type Mutation = (draft: Draft, chance: Chance) => void;

const mutateField: Mutation = (draft, chance) => {
  const name = chance.pick(Object.keys(draft.input)) ?? oddText(chance);
  draft.input = { ...draft.input, [name]: replaceSomewhere(draft.input[name], chance) };
};

const mutations: readonly Mutation[] = [
  mutateField,
  mutateField,
  mutateField,
  mutateField,
  (draft, chance) => {
    const lost = chance.pick(Object.keys(draft.input));
    draft.input = Object.fromEntries(Object.entries(draft.input).filter(([name]) => name !== lost));
  },
  (draft, chance) => {
    draft.input = { ...draft.input, [oddText(chance)]: oddValue(chance) };
  },
  (draft, chance) => {
    const name = chance.pick([
      ...Object.keys(draft.input),
      'key',
      'pageSize',
      'lng',
      oddText(chance),
    ]);
    draft.query.push([name, oddText(chance)], [name, oddText(chance)]);
  },
  (draft, chance) => {
    const [name, value] = chance.pick(oddHeaders);
    draft.headers[name] = value === odd ? toHeaderText(oddText(chance)) : value;
  },
  (draft, chance) => {
    draft.method = chance.pick(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']);
  },
  (draft, chance) => {
    draft.bodyAs = chance.pick(['json', 'form', 'data', 'none']);
  },
  (draft, chance) => {
    draft.spoil = chance.pick(spoilers);
  },
  (draft, chance) => {
    draft.path = chance.pick(pathChanges)(draft.path);
  },
];

/** Replaces one value in it, however deep, by an odd one. */
function replaceSomewhere(value: unknown, chance: Chance): unknown {
  const names = value !== null && typeof value === 'object' ? Object.keys(value) : [];
  if (names.length === 0 || chance.below(8) === 0) {
    return oddValue(chance);
  }
  const name = chance.pick(names);
  const inner = (value as Record<string, unknown>)[name];
  const changed = replaceSomewhere(inner, chance);
  if (Array.isArray(value)) {
    return value.map((one, index) => (String(index) === name ? changed : one));
  }
  return { ...(value as object), [name]: changed };
}

const odd = Symbol('odd text');

const oddHeaders: readonly (readonly [name: string, value: string | typeof odd])[] = [
  ['idempotency-key', odd],
  ['authorization', odd],
  ['authorization', 'Basic ADo='],
  ['authorization', `Basic ${Buffer.from('front-end%00:\0').toString('base64')}`],
  ['authorization', 'Bearer '],
  ['cookie', odd],
  ['cookie', 'hearth-session=%00; __Host-hearth-session=%ED%A0%80; hearth-oauth=%00'],
  ['cookie', 'hearth-oauth-resume=%00; hearth-device=..; __proto__=1'],
  ['x-hearth-session', 'cookie'],
  ['x-goog-api-key', odd],
  ['x-firebase-locale', odd],
  ['accept-language', odd],
  ['accept-language', 'zh;q=9e999, *;q=0'],
  ['x-forwarded-for', odd],
  ['x-forwarded-for', '203.0.113.7:4711, [2001:db8::1]:4711, fe80::1%eth0'],
  ['x-forwarded-host', odd],
  ['x-forwarded-proto', 'https, http'],
  ['forwarded', 'for="[2001:db8::1]:4711";proto=https'],
  ['user-agent', odd],
  ['origin', odd],
  ['origin', 'null'],
  ['host', 'localhost:99999'],
  ['host', odd],
  ['if-none-match', odd],
  ['if-modified-since', '-271821-04-20'],
  ['range', 'bytes=5-1,-0'],
  ['x-request-id', odd],
  ['x-http-method-override', 'DELETE'],
  ['expect', '100-continue'],
  ['content-encoding', 'gzip'],
  ['accept-encoding', 'br;q=x, *'],
  ['stripe-signature', 't=999999999999,v1=00,v1='],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', odd],
  ['access-control-request-method', odd],
  ['sec-fetch-site', 'cross-site'],
  ['accept', odd],
];

/** Characters that a header may have; others would not leave this program. */
function toHeaderText(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 3_000);
}

const spoilers: readonly ((body: string) => string | Buffer)[] = [
  (body) => body.slice(0, body.length / 2),
  (body) => `${body}${body}`,
  (body) => `\ufeff${body}`,
  (body) => Buffer.from(body, 'utf16le'),
  (body) => Buffer.concat([Buffer.from(body.slice(0, -2)), Buffer.from([0xff, 0xc0, 0x22, 0x7d])]),
  (body) => body.replace('{', '{"data":1,"data":2,"__proto__":{"email":"a"},'),
  (body) => body.replace('{', `{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},`),
  (body) => body.replace(/"[^"]*"/, '"\\ud800"'),
  (body) => body.replace(/"[^"]*"/, '"\\u0000"'),
  () => '',
  () => 'null',
  () => '"text"',
  () => '[1,2]',
  () => '%00=%00&a=%ED%A0%80&a=&=&%',
  () => `${'a=1&'.repeat(10_000)}`,
  () => 'x'.repeat(70_000),
];

const pathChanges: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => path.replace('/', '//'),
  (path) => path.replace(/\/(\w)/, '/%2e%2e/$1'),
  (path) => path.toUpperCase(),
  (path) => `${path};a=b`,
  (path) => `${path}%00`,
  (path) => `${path}%ED%A0%80`,
  (path) => `${path}%`,
  (path) => `${path}${path.includes('?') ? '&' : '?'}${'a[]=1&'.repeat(500)}`,
  (path) => path.replace(/\{\w+\}/, '%2F..%2F'),
  (path) => path.replace(/\{\w+\}/, 'a%5C%22b'),
  (path) => path.replace(/\{\w+\}/, 'x'.repeat(250)),
  (path) => path.replace(/\{\w+\}/, ''),
  (path) => path.replace(/key=.*/, 'key=a&key=b'),
];

function toRaw(draft: Draft, chance: Chance): RawRequest {
  const { method, headers } = draft;
  const rest = new Map(Object.entries(draft.input));
  const path = draft.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return toPathPart(value, chance);
  });
  const pairs = [...draft.query];
  if (draft.bodyAs === 'none') {
    pairs.push(...[...rest].map(([name, value]): [string, string] => [name, toText(value)]));
  }
  const body = toBody(draft, Object.fromEntries(rest));
  const query = pairs
    .map((pair) => pair.map((part) => toPathPart(part, chance)).join('='))
    .join('&');
  const joined = query && `${path.includes('?') ? '&' : '?'}${query}`;
  return {
    method,
    path: `${path}${joined}`.slice(0, 12_000),
    headers: { ...body?.type, ...headers },
    body: body?.bytes,
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : toOddJson(value);
}

/** Percent-encoded; what cannot be is sent as bytes that are no UTF-8. */
function toPathPart(value: unknown, chance: Chance): string {
  const text = toText(value);
  try {
    return encodeURIComponent(text);
  } catch {
    return chance.pick(['%ED%A0%80', '%ff', '%C0%80']);
  }
}

function toBody({ bodyAs, spoil }: Draft, input: object) {
  if (bodyAs === 'none' && !spoil) {
    return undefined;
  }
  const text =
    bodyAs === 'form' ? toForm(input) : toOddJson(bodyAs === 'data' ? { data: input } : input);
  const spoilt = spoil ? spoil(text) : text;
  const type = bodyAs === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { bytes: Buffer.from(spoilt as string), type: { 'content-type': type } };
}

function toForm(input: object): string {
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [
    name,
    toText(value),
  ]);
  return new URLSearchParams(pairs).toString();
}
