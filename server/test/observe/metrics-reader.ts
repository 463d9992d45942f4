import { expect } from 'vitest';
import type { TestApp } from '../harness/test-app.ts';

/** One line of /metrics. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export const metricsToken = 'a-token-for-prometheus';

export async function readMetricsText({ server }: Pick<TestApp, 'server'>): Promise<string> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const answer = await server.inject({ method: 'GET', url: '/metrics', headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
}

export async function readSamples(app: Pick<TestApp, 'server'>): Promise<Sample[]> {
  const lines = (await readMetricsText(app)).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(toSample);
}

function toSample(line: string): Sample {
  const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  expect(name, line).not.toBe('');
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
  const named = pairs.map(([, label = '', text = '']) => [label, text]);
  return { name, labels: Object.fromEntries(named), value: Number(value) };
}

/** Sum of the samples that have these labels; undefined where there is none. */
export async function readMetric(
  app: Pick<TestApp, 'server'>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const found = (await readSamples(app)).filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
