import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wire } from '@hearth/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../src/cli/run-line.ts';
import { securityEvents } from '../../src/http/security-event.ts';
import type { Metrics } from '../../src/observe/metrics.ts';
import { createPaidSubscription } from '../billing/support/payment-scenes.ts';
import { createOwnTestApp, createTestApp } from '../harness/test-app.ts';
import { createPerson, identity, newAddress } from '../harness/wire-client.ts';
import { metricsToken, readMetricsText, readSamples, type Sample } from './metrics-reader.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(read('config/grafana-dashboard.json')) as { panels: Panel[] };
const panelQueries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
);
const rules = [...read('config/alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(
  ([, name = '', expr = '']) => [name, expr] as const,
);
const queries = [...panelQueries, ...rules];

/** Shown by no panel and named by no rule, on purpose. */
const unused: readonly string[] = [];

interface Series {
  readonly name: string;
  /** Labels that it is chosen by. */
  readonly labels: readonly string[];
  /** Labels that it is grouped by. */
  readonly groups: readonly string[];
}

/** Series that a query asks for, with the labels of its own alternative. */
function seriesIn(query: string): Series[] {
  return query.split(/ (?:or|and) /).flatMap((part) => {
    const groups = [...part.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    );
    const series = part.matchAll(/\b((?:hearth|process|nodejs)_\w+)(?:\{([^}]*)\})?/g);
    return [...series].map(([, name = '', selector = '']) => ({
      name,
      labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
      groups,
    }));
  });
}

/** Counters that a query asks for, each with every choice of its labels. */
function countersIn(query: string): { name: string; labels: Readonly<Record<string, string>> }[] {
  return [...query.matchAll(/\b(hearth_\w+_total)(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', selector = '']) => labelSetsOf(selector).map((labels) => ({ name, labels })),
  );
}

function labelSetsOf(selector: string): Record<string, string>[] {
  const choices = [...selector.matchAll(/(\w+)=~?"([^"]*)"/g)];
  return choices.reduce<Record<string, string>[]>(
    (sets, [, label = '', values = '']) =>
      sets.flatMap((set) => values.split('|').map((value) => ({ ...set, [label]: value }))),
    [{}],
  );
}

const fits = (sample: Sample, name: string, labels: Readonly<Record<string, string>>) =>
  sample.name === name &&
  Object.entries(labels).every(([label, value]) => sample.labels[label] === value);

/** Values by which the queries choose; a renamed one would silence an alarm. */
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  event: securityEvents,
  result: ['ok', 'refused', 'failed'] satisfies ProviderResult[],
  status: ['2xx', '3xx', '4xx', '5xx'],
  job: ['hearth'],
  task: ['run-due', 'run-due-mails'],
  state: ['on', 'failing', 'full', 'off'],
  call: Object.keys(wire.identity),
  instance: ['$instance'],
};

type ProviderResult = Parameters<Metrics['countProviderCall']>[0]['result'];

const labelsOfPrometheus = ['instance', 'job'];

describe('the dashboard and the alarms', () => {
  let types: Map<string, string>;
  let samples: readonly Sample[];

  /** A life in which each metric with labels gets some. */
  beforeAll(async () => {
    const app = await createTestApp({ env: { METRICS_TOKEN: metricsToken } });
    await createPaidSubscription(app, await createPerson(app));
    const guess = { email: newAddress(), password: 'a guess' };
    await identity(app, '/v1/accounts:signInWithPassword', guess);
    samples = await readSamples(app);
    await app.app.runJobs();
    samples = [...samples, ...(await readSamples(app))];
    const lines = (await readMetricsText(app)).matchAll(/^# TYPE (\w+) (\w+)$/gm);
    types = new Map([...lines].map(([, name = '', type = '']) => [name, type]));
    await app.close();
  });

  const familyOf = (series: string) =>
    [series, series.replace(/_(bucket|sum|count)$/, '')].find((name) => types.has(name));

  it.each(queries)('%s asks for metrics and labels that exist: %s', (_title, query) => {
    const found = seriesIn(query);
    const isUp = /^up\{job="hearth"\}/.test(query);
    expect(found.length > 0 || isUp).toBe(true);
    for (const { name, labels, groups } of found) {
      const family = familyOf(name) ?? expect.fail(`no metric ${name}`);
      const isPart = family !== name;
      expect(types.get(family) === 'histogram', name).toBe(isPart);
      for (const label of [...labels, ...groups]) {
        const isKnown = samples.some((one) => one.name === name && label in one.labels);
        expect(isKnown || labelsOfPrometheus.includes(label), `${name} by ${label}`).toBe(true);
      }
    }
  });

  it.each(queries)('%s chooses by values that labels have: %s', (_title, query) => {
    for (const [, label = '', values = ''] of query.matchAll(/(\w+)(?:=~|!=|=)"([^"]*)"/g)) {
      const known = valuesOf[label] ?? expect.fail(`no values of ${label}`);
      expect(values.split('|').filter((value) => !known.includes(value))).toEqual([]);
    }
  });

  it('asks for counters by their growth, and for nothing else so', () => {
    for (const [title, query] of queries) {
      for (const { name } of seriesIn(query)) {
        const grows = /_(total|bucket|sum|count)$/.test(name);
        const isRated = new RegExp(`(rate|increase)\\(${name}[^)]*\\[`).test(query);
        expect(isRated, `${title}: ${name}`).toBe(grows);
      }
    }
  });

  it('count by series that exist from the start, so that the first events are seen', async () => {
    const app = await createOwnTestApp({ env: { METRICS_TOKEN: metricsToken } });
    const first = await readSamples(app);
    const counters = rules.flatMap(([, query]) => countersIn(query));
    const missing = counters.filter(
      ({ name, labels }) => !first.some((one) => fits(one, name, labels)),
    );
    expect(counters.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  it('use each metric of ours', () => {
    const used = new Set(
      queries.flatMap(([, query]) => seriesIn(query).map(({ name }) => familyOf(name))),
    );
    const own = [...types.keys()].filter((name) => name.startsWith('hearth_'));
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((name) => !used.has(name)).sort()).toEqual([...unused].sort());
  });

  it('have panels of their own number and place', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const [index, one] of panels.entries()) {
      expect(one.gridPos.x + one.gridPos.w, one.title).toBeLessThanOrEqual(24);
      for (const other of panels.slice(index + 1)) {
        expect(overlap(one.gridPos, other.gridPos), `${one.title}, ${other.title}`).toBe(false);
      }
    }
  });

  it('are alarms, each with a page in the runbook that says what it means and what to do', () => {
    const names = rules.map(([name]) => name);
    expect(names.length).toBeGreaterThan(10);
    const [, ...pages] = read('docs/runbook.md').split(/^## /m);
    expect(pages.map((page) => page.split('\n')[0])).toEqual(names);
    for (const page of pages) {
      expect(page).toMatch(/\*\*Means\*\*: [\s\S]+\*\*Look\*\*: [\s\S]+\*\*Do\*\*: /);
    }
  });

  it('have a runbook whose commands, log lines and panels exist', async () => {
    const runbook = read('docs/runbook.md');
    const usage = await runLine([], () => expect.fail()).catch((error: Error) => error.message);
    const commands = [...runbook.matchAll(/npm run hearth -- (\w+ [\w-]+)/g)].map(
      ([, name]) => name,
    );
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      expect(usage).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    }
    const titles = [...runbook.matchAll(/\*([A-Z][^*]+)\*(?!\*)/g)].map(([, title]) => title);
    expect(titles.length).toBeGreaterThan(2);
    for (const title of titles.filter((one) => !/^(Means|Look|Do)$/.test(String(one)))) {
      expect(dashboard.panels.map((panel) => panel.title)).toContain(title);
    }
  });

  it('are told of in docs/operating.md, metric by metric', () => {
    const operating = read('docs/operating.md');
    const own = [...types.keys()].filter((name) => name.startsWith('hearth_'));
    expect(own.filter((name) => !operating.includes(`\`${name}\``))).toEqual([]);
    const told = [...operating.matchAll(/`(hearth_\w+)`/g)].map(([, name = '']) => name);
    expect(told.filter((name) => !types.has(name) && name !== 'hearth_app')).toEqual([]);
  });
});

function overlap(one: Panel['gridPos'], other: Panel['gridPos']): boolean {
  const isBeside = one.x + one.w <= other.x || other.x + other.w <= one.x;
  const isBelow = one.y + one.h <= other.y || other.y + other.h <= one.y;
  return !isBeside && !isBelow;
}
