import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../test/harness/make-folder.ts';
import { readConfig } from './config.ts';

const read = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: makeFolder('config'), ...env });

describe('metrics and traces', () => {
  it('without a setting: are off', () => {
    const { metrics, traces } = read({});
    expect(metrics).toEqual({ token: undefined, port: undefined });
    expect(traces).toBeUndefined();
  });

  it('take a token and a port of their own', () => {
    const { metrics } = read({ METRICS_TOKEN: '0123456789abcdef', METRICS_PORT: '9464' });
    expect(metrics).toEqual({ token: '0123456789abcdef', port: 9464 });
  });

  it('take a collector with its headers, a name and the part that is kept', () => {
    const { traces } = read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Csecret=, x-team = shop',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    });
    expect(traces).toEqual({
      endpoint: 'https://collector.example',
      headers: { 'api-key': 'a,secret=', 'x-team': 'shop' },
      serviceName: 'hearth',
      share: 0.1,
    });
  });

  it.each([
    ['METRICS_TOKEN', 'short', /at least 16 characters/],
    ['METRICS_PORT', '70000', /a port number from 1 to 65535/],
    ['METRICS_PORT', '3000', /a different port from PORT/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /an http or https address/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a-secret', /headers like api-key=secret/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=%zz', /headers like api-key=secret/],
    ['OTEL_TRACES_SAMPLER_ARG', '10', /a number from 0 to 1/],
  ])('refuses the %s "%s" in a sentence', (name, value, sentence) => {
    expect(() => read({ [name]: value })).toThrow(sentence);
    expect(() => read({ [name]: value })).toThrow(new RegExp(`- ${name}: `));
  });
});
