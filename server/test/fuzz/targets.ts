import {
  type Callable,
  type Document,
  type HttpRoute,
  httpRoutes,
  type IdentityCall,
  pagePaths,
  type ServerCall,
  wire,
} from '@hearth/contract';
import * as z from 'zod';
import type { TestApp } from '../harness/test-app.ts';

/** An address that is asked, with the input that its contract describes. */
export interface Target {
  readonly name: string;
  readonly method: string;
  /** Parameters are in braces. */
  readonly path: string;
  /** JSON Schema of the input, parameters of the path included. */
  readonly input: JsonSchema;
  readonly bodyAs: 'json' | 'form' | 'data' | 'none';
  readonly signedInBy: 'bearer' | 'field' | 'key' | 'client' | 'nothing';
}

export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
}

type Path = Document | IdentityCall | ServerCall;
interface Call {
  readonly input: z.core.$ZodType;
}

const toSchema = ({ input }: Call): JsonSchema =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Every address of the contract, in all dialects and under all prefixes, and those of a product on Hearth. */
export function listTargets({ config }: TestApp, calls: Readonly<Record<string, Document>>) {
  const { region, projectId } = config.product;
  const functions = [`/functions/${region}`, `/${projectId}/${region}`];
  return [
    ...Object.entries<IdentityCall>(wire.identity).flatMap(([name, call]) =>
      identityPaths(call).map((path) => ({
        ...toTarget(name, call),
        path: `${path}?key=${config.apiKey}`,
        signedInBy: 'field' as const,
      })),
    ),
    ...Object.values<Callable>(wire.callables).flatMap((call) =>
      functions.map((prefix) => ({
        ...toTarget(call.name, { ...call, method: 'POST', path: `${prefix}/${call.name}` }),
        bodyAs: 'data' as const,
      })),
    ),
    ...Object.entries<Document>({ ...wire.documents, ...calls }).map(([name, call]) =>
      toTarget(name, call),
    ),
    ...Object.entries<ServerCall>(wire.server).map(([name, call]) => ({
      ...toTarget(name, call),
      signedInBy: 'key' as const,
    })),
    ...listOtherTargets(),
  ] satisfies Target[];
}

function toTarget(name: string, call: Pick<Path, 'method' | 'path' | 'input'>): Target {
  const { method, path } = call;
  const bodyAs = method === 'GET' || method === 'DELETE' ? 'none' : 'json';
  return { name, method, path, input: toSchema(call), bodyAs, signedInBy: 'bearer' };
}

function identityPaths({ path, legacyName, service }: IdentityCall): string[] {
  const legacy = legacyName ? [`/identitytoolkit/v3/relyingparty/${legacyName}`] : [];
  return [path, `/${service}.googleapis.com${path}`, ...legacy];
}

/** Pages, hosted sign-in, webhooks and the rest that is no call. */
function listOtherTargets(): Target[] {
  const text: JsonSchema = { type: 'string' };
  const inPath = (path: string): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, text]),
    ),
  });
  const pages = Object.values(pagePaths).map((path) => path.replace(/:(\w+)/g, '{$1}'));
  return [
    ...httpRoutes.filter(isFuzzed).map(({ method, path, input, inputType }) => ({
      name: `${method} ${path}`,
      method,
      path,
      input: input ? toSchema({ input }) : inPath(path),
      bodyAs: toBody(method, inputType),
      signedInBy: path.startsWith('/oauth/') ? ('client' as const) : ('nothing' as const),
    })),
    ...[...pages, '/no-such-page', '/.well-known/{name}', '/assets/{name}'].map((path) => ({
      name: path,
      method: 'GET',
      path,
      input: inPath(path),
      bodyAs: 'none' as const,
      signedInBy: 'nothing' as const,
    })),
  ];
}

/** The clock of local mode would move under all other requests, and then weeks of renewals are due. */
function isFuzzed({ method, path }: HttpRoute): boolean {
  return !(method === 'POST' && path === '/dev/clock');
}

function toBody(method: string, inputType: string | undefined): Target['bodyAs'] {
  if (method === 'GET') {
    return 'none';
  }
  return inputType ? 'form' : 'json';
}
