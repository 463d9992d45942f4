import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { packOnce, type SendText } from './pack-once.ts';
import { escapeHtml } from './page-head.ts';

interface Reference {
  readonly file: string;
  readonly type: string;
  /** Makes a text of the configuration safe inside of the file. */
  readonly encode: (text: string) => string;
}

const references: Readonly<Record<string, Reference>> = {
  '/openapi.json': {
    file: 'openapi.json',
    type: 'application/json; charset=utf-8',
    encode: (text) => JSON.stringify(text).slice(1, -1),
  },
  '/docs/api': {
    file: 'reference.html',
    type: 'text/html; charset=utf-8',
    encode: escapeHtml,
  },
};

/** The description of the API, which the build makes from the contract. */
export async function registerApiReference(
  app: FastifyInstance,
  { config }: { readonly config: Config },
): Promise<void> {
  for (const [path, reference] of Object.entries(references)) {
    app.get(path, { config: { call: 'apiReference' } }, createAnswer(reference, config));
  }
}

function createAnswer(reference: Reference, config: Config) {
  let reading: Promise<ServedReference> | undefined;
  // Many may ask before it has been read once.
  async function read(): Promise<ServedReference> {
    reading ??= readReference(reference, config).then(describe);
    return await reading.catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = await read();
    reply.headers(toHeaders(known));
    return request.headers['if-none-match'] === known.etag
      ? reply.code(304).send()
      : await known.send(request, reply.type(reference.type));
  };
}

interface ServedReference {
  readonly etag: string;
  readonly policy: string;
  readonly send: SendText;
}

function describe(text: string): ServedReference {
  return { etag: `W/"${sha256(text)}"`, policy: toPolicy(text), send: packOnce(text) };
}

function toHeaders({ etag, policy }: ServedReference) {
  return { etag, 'cache-control': 'public, no-cache', 'content-security-policy': policy };
}

async function readReference({ file, encode }: Reference, config: Config): Promise<string> {
  const { productName, region } = config.product;
  const template = await readFile(join(config.folders.api, file), 'utf8').catch((cause) => {
    throw new Error('The reference of the API is not built. Run: npm run build', { cause });
  });
  return template
    .replaceAll('__HEARTH_NAME__', () => encode(productName))
    .replaceAll('__HEARTH_URL__', () => encode(config.publicUrl))
    .replaceAll('__HEARTH_REGION__', () => encode(region));
}

/** Neither scripts nor anything from elsewhere; the page's one style is known by its hash. */
function toPolicy(text: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1];
  return [
    "default-src 'none'",
    ...(style === undefined ? [] : [`style-src 'sha256-${sha256(style)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
