import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPaidSubscription } from '../billing/support/payment-scenes.ts';
import { createEventLog } from '../harness/logged-events.ts';
import { createTestApp, type TestSettings } from '../harness/test-app.ts';
import { createPerson, identity } from '../harness/wire-client.ts';

interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}

interface Collected {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

/** Kinds as OTLP numbers them. */
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 };

/** A collector that takes OTLP over HTTP; `answer` may leave it waiting. */
async function startCollector(isAnswering = true) {
  const bodies: string[] = [];
  const headers: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    expect(request.url).toBe('/v1/traces');
    bodies.push(body);
    headers.push(request.headers['api-key'] as string | undefined);
    if (isAnswering) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    headers,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Collected).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  };
}

const toEnv = (endpoint: string, more: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  ...more,
});

describe('traces', () => {
  it('reach the collector: requests, and inside them operations and calls of the provider', async () => {
    const collector = await startCollector();
    const more = { OTEL_SERVICE_NAME: 'shop', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Ckey' };
    const app = await createTestApp({ env: toEnv(collector.endpoint, more) });
    const { email } = await createPerson(app);
    const owner = await createPerson(app);
    await createPaidSubscription(app, owner);
    await identity(app, '/v1/accounts:signInWithPassword', { email, password: 'a guess' });
    await app.app.runJobs();
    await app.close();

    const spans = collector.spans();
    const find = (name: string) => spans.find((one) => one.name === name) ?? expect.fail(name);
    const request = find('createSubscription');
    expect(request).toMatchObject({ kind: kinds.server });
    expect(request.parentSpanId).toBeUndefined();
    const inside = { traceId: request.traceId, parentSpanId: request.spanId };
    const operation = find('operation createSubscription');
    expect(operation).toMatchObject({ ...inside, kind: kinds.internal });
    const call = find('stripe startSubscription');
    const parentSpanId = operation.spanId;
    expect(call).toMatchObject({ traceId: request.traceId, parentSpanId, kind: kinds.client });
    const job = find('job send-mail');
    expect(job).toMatchObject({ kind: kinds.consumer });
    expect(job.parentSpanId).toBeUndefined();

    const refused = find('signInWithPassword');
    expect(refused.attributes).toEqual(
      expect.arrayContaining([
        { key: 'http.response.status_code', value: { intValue: 400 } },
        { key: 'hearth.result', value: { stringValue: 'auth/invalid-credential' } },
      ]),
    );
    expect(refused.status.code ?? 0).toBe(0);
    expect(collector.text()).toContain('"shop"');
    expect(new Set(collector.headers)).toEqual(new Set(['a,key']));
    for (const secret of [email, owner.email, owner.idToken, 'a guess', 'correct horse']) {
      expect(collector.text()).not.toContain(secret);
    }
  });

  it.each([
    ['continue that of a trusted proxy', '1', true],
    ['are their own where the client is not trusted', '0', false],
  ])('%s', async (_words, TRUST_PROXY, isContinued) => {
    const collector = await startCollector();
    const app = await createTestApp({ env: toEnv(collector.endpoint, { TRUST_PROXY }) });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const headers = {
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      'x-forwarded-for': '203.0.113.1',
    };
    await app.server.inject({ method: 'GET', url: '/readyz', headers });
    await app.close();
    const [span] = collector.spans();
    expect(span?.traceId === traceId).toBe(isContinued);
    expect(span?.parentSpanId === 'b7ad6b7169203331').toBe(isContinued);
  });

  it('are none if the kept part is 0', async () => {
    const collector = await startCollector();
    const env = toEnv(collector.endpoint, { OTEL_TRACES_SAMPLER_ARG: '0' });
    const app = await createTestApp({ env });
    await createPerson(app);
    await app.close();
    expect(collector.spans()).toEqual([]);
  });
});

describe('a collector that is away', () => {
  async function liveWithout(settings: TestSettings): Promise<{ asksMs: number; closeMs: number }> {
    const app = await createTestApp(settings);
    const startedMs = performance.now();
    for (const _time of Array(50)) {
      await app.server.inject({ method: 'GET', url: '/readyz' });
    }
    const askedMs = performance.now();
    await app.close();
    return { asksMs: askedMs - startedMs, closeMs: performance.now() - askedMs };
  }

  it('slows nothing while it does not answer, and the server stops all the same', async () => {
    const { endpoint } = await startCollector(false);
    const { asksMs, closeMs } = await liveWithout({ env: toEnv(endpoint) });
    expect(asksMs).toBeLessThan(5_000);
    expect(closeMs).toBeLessThan(4_500);
  });

  it('is logged once', async () => {
    const log = createEventLog();
    const env = toEnv('http://127.0.0.1:1');
    const { asksMs } = await liveWithout({ env, logger: log.logger });
    expect(asksMs).toBeLessThan(5_000);
    await expect.poll(() => log.events('trace export failed')).toHaveLength(1);
  });
});
