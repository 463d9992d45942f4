import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { JobLog } from '../platform/jobs/job-log.ts';
import type { SpanStart, Tracer } from '../platform/span.ts';
import { unlessLate } from '../platform/unless-late.ts';

interface TraceSettings {
  /** Address of the collector, to which `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Part of the traces that is kept, from 0 to 1. */
  readonly share: number;
}

export interface Traces {
  readonly tracer: Tracer;
  /** Sends what is left, unless the collector is too slow for that. */
  close(): Promise<void>;
}

const exportTimeoutMs = 5_000;
const longestFlushMs = 2_000;
/** A collector that is away is logged once in this time. */
const quietMs = 10 * 60_000;

/** Sends spans to a collector in the background. The libraries are loaded here, since most servers have none. */
export async function openTraces(
  settings: TraceSettings,
  log: Pick<JobLog, 'warn'>,
): Promise<Traces> {
  const { BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } =
    await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { endpoint, headers, serviceName, share } = settings;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor(logFailures(exporter, log))],
  });
  return {
    tracer: await toTracer(provider),
    async close() {
      const flushed = provider.shutdown().catch(() => undefined);
      await unlessLate(flushed, longestFlushMs);
    },
  };
}

/** Our own storage in place of OpenTelemetry's, which a process can have only one of. */
async function toTracer(provider: {
  getTracer(name: string): import('@opentelemetry/api').Tracer;
}): Promise<Tracer> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, defaultTextMapGetter, trace } = await import(
    '@opentelemetry/api'
  );
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    consumer: SpanKind.CONSUMER,
    internal: SpanKind.INTERNAL,
  };
  const parentTrace = new W3CTraceContextPropagator();
  const tracer = provider.getTracer('hearth');
  const current = new AsyncLocalStorage<Context>();

  // Without `tracestate`, a text in which a proxy may pass on whatever a visitor wrote.
  function parentOf({ headers }: SpanStart): Context {
    return headers
      ? parentTrace.extract(
          ROOT_CONTEXT,
          { traceparent: headers.traceparent },
          defaultTextMapGetter,
        )
      : (current.getStore() ?? ROOT_CONTEXT);
  }

  return {
    start(start) {
      const parent = parentOf(start);
      const { name, kind, attributes = {} } = start;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
      const own = trace.setSpan(parent, span);
      return {
        traceId: span.spanContext().traceId,
        inside: (work) => current.run(own, work),
        end({ attributes: ended = {}, isFailed = false } = {}) {
          span.setAttributes(ended);
          if (isFailed) {
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
  };
}

function logFailures(exporter: SpanExporter, log: Pick<JobLog, 'warn'>): SpanExporter {
  let quietUntil = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && Date.now() > quietUntil) {
          quietUntil = Date.now() + quietMs;
          log.warn({ err: result.error, spans: spans.length }, 'trace export failed');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => await exporter.forceFlush?.(),
  };
}
