import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { httpStatusIn, type RefusalCode } from '@hearth/contract';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '../../src/http/operations.ts';
import { registerApiReference } from '../../src/http/pages/api-reference.ts';
import { makeFolder } from '../harness/make-folder.ts';
import { production, stripeKeys } from '../harness/production-environment.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly 'x-legacy-name'?: string;
  readonly 'x-only'?: string;
}

interface ApiDocument {
  readonly info: { readonly title: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

describe('the reference of the API', () => {
  let local: TestApp;
  let real: TestApp;
  let api: ApiDocument;
  let listed: Map<string, Operation>;
  const productName = 'Hearth & "Sons"';
  beforeAll(async () => {
    const product = { productName, region: 'europe-west1' };
    const client = { id: 'web', redirectUris: ['https://www.example.com/'] };
    const clients = [{ ...client, postLogoutUris: [], confidential: false }];
    local = await createTestApp({ product: { ...product, clients } });
    real = await createTestApp({
      product,
      env: { ...production, ...stripeKeys, RATE_LIMITS: 'on', METRICS_TOKEN: '0123456789abcdef' },
    });
    api = (await local.server.inject('/openapi.json')).json();
    // The build has the calls of the product in app/ too, without which these servers run.
    const ours = Object.entries(api.paths).filter(([path]) => !path.startsWith('/api/'));
    listed = new Map(
      ours.flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [
          `${method.toUpperCase()} ${path}`,
          operation,
        ]),
      ),
    );
  });
  afterAll(() => Promise.all([local.close(), real.close()]));

  it.each(['/openapi.json', '/docs/api'])(
    '%s is answered again only once it has changed',
    async (url) => {
      const first = await local.server.inject(url);
      expect(first.statusCode, first.body).toBe(200);
      const { etag } = first.headers;
      const again = await local.server.inject({ url, headers: { 'if-none-match': String(etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      const other = await real.server.inject({ url, headers: { 'if-none-match': String(etag) } });
      expect(other.statusCode).toBe(url === '/openapi.json' ? 200 : 304);
    },
  );

  it.each(['/openapi.json', '/docs/api'])(
    '%s is read and packed once for all who ask',
    async (url) => {
      const copy = makeFolder('api');
      await cp(local.config.folders.api, copy, { recursive: true });
      const config = { ...local.config, folders: { ...local.config.folders, api: copy } };
      const app = fastify();
      onTestFinished(() => app.close());
      await registerApiReference(app, { config });
      const read = async (encoding: string) => {
        const answer = await app.inject({ url, headers: { 'accept-encoding': encoding } });
        return [
          answer.statusCode,
          answer.headers['content-encoding'],
          answer.headers.vary,
          answer.rawPayload,
        ];
      };
      const plain = await local.server.inject(url);
      const packed = await read('gzip, br');
      expect(packed.slice(0, 3)).toEqual([200, 'br', 'Origin, Accept-Encoding']);
      await rm(copy, { recursive: true });
      expect(await read('gzip, br')).toEqual(packed);
      expect(
        brotliDecompressSync((await read('br;q=0.5'))[3] as Buffer).equals(plain.rawPayload),
      ).toBe(true);
      expect(gunzipSync((await read('gzip'))[3] as Buffer).equals(plain.rawPayload)).toBe(true);
      expect(await read('identity')).toEqual([
        200,
        undefined,
        'Origin, Accept-Encoding',
        plain.rawPayload,
      ]);
    },
  );

  it('names this installation: product, address and region', () => {
    expect(api.info.title).toBe(`${productName} API`);
    expect(api.servers).toEqual([{ url: local.config.publicUrl }]);
    expect(listed.has('POST /functions/europe-west1/createInvite')).toBe(true);
    expect(JSON.stringify(api)).not.toContain('__HEARTH');
  });

  it('is a page that runs nothing and fetches nothing', async () => {
    const { body, headers } = await real.server.inject('/docs/api');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? expect.fail();
    const hash = createHash('sha256').update(style).digest('base64');
    expect(String(headers['content-security-policy']).split('; ').sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      `style-src 'sha256-${hash}'`,
    ]);
    expect(/<script|<link|<img|style="|\son\w+=|src=|__HEARTH/.exec(body)).toBeNull();
    expect(/<title>(.*)<\/title>/.exec(body)?.[1]).toBe('Hearth &#38; &#34;Sons&#34; API');
    const shown = [...body.matchAll(/<details id="(\w+)"/g)].map(([, id]) => id);
    const names = [...listed.values()].map(({ operationId }) => operationId);
    expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it.each(Object.values(operations).flatMap((dialect) => Object.entries(dialect)))(
    'says what %s does, who may call it, and each of its refusals under its status',
    (name, { entry }) => {
      const found = [...listed.values()].find(({ operationId }) => operationId === name);
      const { summary, description, responses } = found ?? expect.fail();
      expect(summary).toMatch(/^[A-Z"].+\.$/);
      expect(description).toMatch(/Who may call: [A-Z].+\.$/);
      const refusals: readonly RefusalCode[] = entry.refusals;
      for (const code of refusals) {
        const status = httpStatusIn(entry.dialect, code);
        expect(responses[status]?.description, `${status}`).toContain(`\`${code}\``);
      }
    },
  );

  it('has every address that the server answers to, and no others', () => {
    const registered = new Set([...routesOf(local), ...routesOf(real)]);
    expect([...listed.keys()].filter((line) => !registered.has(line))).toEqual([]);
    const aliases = new Set([...listed].flatMap(([line, one]) => [line, ...aliasesOf(line, one)]));
    expect([...registered].filter((line) => !aliases.has(line))).toEqual([]);
  });

  it('has no address of local mode or the sandbox that production answers to', () => {
    const answering = new Set(routesOf(real));
    const inProduction = ['with payments', 'with METRICS_TOKEN'];
    const elsewhere = [...listed].filter(
      ([, one]) => one['x-only'] && !inProduction.includes(one['x-only']),
    );
    expect(elsewhere.length).toBeGreaterThan(5);
    expect(elsewhere.filter(([line]) => answering.has(line))).toEqual([]);
  });

  /** `METHOD /path` of each route, as Fastify draws them: a tree of the parts of paths. */
  function routesOf({ server, config }: TestApp): string[] {
    const parts: string[] = [];
    return server
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', part = '', methods = ''] =
          /^(.*)[└├]── (.*?)(?: \((.*)\))?$/.exec(line) ?? [];
        parts.length = indent.length / 4;
        parts.push(part);
        const path = parts.join('').replace(/\/:(\w+)/g, '/{$1}');
        return isPage(path, config.folders.web) ? [] : toLines(path, methods);
      });
  }

  function toLines(path: string, methods: string): string[] {
    const asked = methods.split(', ').filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method));
    return asked.map((method) => `${method} ${path}`);
  }

  function isPage(path: string, web: string): boolean {
    return path === '/' || path === '/*' || existsSync(join(web, path));
  }

  /** Names under which Google's SDKs look for the same. */
  function aliasesOf(line: string, operation: Operation): string[] {
    const [method, path = ''] = line.split(' ');
    const hosts = ['', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'];
    const versions = path.startsWith('/v2/') ? [path, path.replace('/v2/', '/v1/')] : [path];
    const legacy = `/identitytoolkit/v3/relyingparty/${operation['x-legacy-name']}`;
    const callableAt = `/${local.config.product.projectId}/europe-west1`;
    const paths = [
      ...hosts.flatMap((host) => versions.map((each) => host + each)),
      legacy,
      `/www.googleapis.com${legacy}`,
      path.replace('/functions/europe-west1', callableAt),
    ];
    return paths.map((alias) => `${method} ${alias}`);
  }
});
