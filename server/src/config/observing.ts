import type { Environment } from './environment.ts';

export interface ObservingConfig {
  /** Ways to read /metrics; closed if both are undefined. */
  readonly metrics: {
    /** Token for the product's own port. */
    readonly token: string | undefined;
    /** Port of this machine that asks for no token. */
    readonly port: number | undefined;
  };
  /** Address of the collector of traces; undefined if none are made. */
  readonly traces: TracesConfig | undefined;
}

interface TracesConfig {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Part of the traces that is kept, from 0 to 1. */
  readonly share: number;
}

export function observingFaults({ PORT, METRICS_PORT }: Environment): string[] {
  return METRICS_PORT === PORT ? ['METRICS_PORT: must be a different port from PORT.'] : [];
}

export function readObserving(environment: Environment): ObservingConfig {
  const { METRICS_TOKEN, METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment;
  return {
    metrics: { token: METRICS_TOKEN, port: METRICS_PORT },
    traces:
      endpoint === undefined
        ? undefined
        : {
            endpoint,
            headers: environment.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: environment.OTEL_SERVICE_NAME,
            share: environment.OTEL_TRACES_SAMPLER_ARG,
          },
  };
}
