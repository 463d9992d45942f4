import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const file = join(import.meta.dirname, '../../../config/alerts.yml');
let folder: string;
beforeAll(async () => {
  try {
    execFileSync('promtool', ['--version']);
  } catch {
    throw new Error('Install promtool: apt-get install prometheus');
  }
  folder = await mkdtemp(join(tmpdir(), 'hearth-alarms-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Series by which each alarm rings, and by which it does not, minute by minute. */
const scenes: Readonly<
  Record<string, readonly { rings: boolean; series: Record<string, string> }[]>
> = {
  HearthDown: [
    { rings: true, series: { 'up{job="hearth"}': '0x60' } },
    { rings: false, series: { 'up{job="hearth"}': '1x60' } },
  ],
  HearthDatabaseDown: [{ rings: true, series: { hearth_database_up: '0x60' } }],
  HearthErrors: [
    {
      rings: true,
      series: {
        'hearth_requests_total{status="5xx"}': '0x30 2+2x30',
        'hearth_requests_total{status="2xx"}': '0+50x60',
      },
    },
    {
      rings: false,
      series: {
        'hearth_requests_total{status="5xx"}': '0x60',
        'hearth_requests_total{status="2xx"}': '0+50x60',
      },
    },
  ],
  HearthSlow: [{ rings: true, series: { hearth_pool_waiting_statements: '6x60' } }],
  HearthJobsLate: [
    { rings: true, series: { 'hearth_jobs_oldest_seconds{task="send-mail"}': '601x60' } },
  ],
  HearthJobsRestarted: [{ rings: true, series: { hearth_job_restarts_total: '0x40 1x20' } }],
  HearthMailsStuck: [{ rings: true, series: { hearth_mails_oldest_seconds: '901x60' } }],
  HearthMoneyBehind: [{ rings: true, series: { hearth_billing_drift_total: '0x30 30x30' } }],
  // In the first minute in which the key is refused.
  HearthPaymentsOff: [
    { rings: true, series: { hearth_payments_off: '0x57 1x2' } },
    { rings: false, series: { hearth_payments_off: '0x60' } },
  ],
  HearthPaymentsFailing: [
    {
      rings: true,
      series: {
        'hearth_provider_calls_total{result="failed"}': '0x30 3+3x30',
        'hearth_provider_calls_total{result="ok"}': '0+1x60',
      },
    },
  ],
  // A clock that is behind is as wrong as one that is ahead.
  HearthClockSkew: [
    { rings: true, series: { hearth_clock_skew_seconds: '31x60' } },
    { rings: true, series: { hearth_clock_skew_seconds: '-31x60' } },
    { rings: false, series: { hearth_clock_skew_seconds: '29x60' } },
  ],
  HearthUntaxed: [{ rings: true, series: { hearth_projects_untaxed: '1x60' } }],
  HearthGuessing: [
    {
      rings: true,
      series: { 'hearth_security_events_total{event="credentials-rejected"}': '0x50 300x10' },
    },
    {
      rings: false,
      series: { 'hearth_security_events_total{event="credentials-rejected"}': '0+1x60' },
    },
    // Why counters begin at 0: growth from nothing is not seen.
    {
      rings: false,
      series: { 'hearth_security_events_total{event="credentials-rejected"}': '_x50 300x10' },
    },
  ],
  HearthEventListStill: [{ rings: true, series: { hearth_event_list_oldest_seconds: '601x60' } }],
  HearthWebhooksFailing: [
    { rings: true, series: { hearth_webhook_failing_seconds: '86401x60' } },
    { rings: true, series: { 'hearth_webhook_endpoints{state="full"}': '1x60' } },
    {
      rings: false,
      series: {
        hearth_webhook_failing_seconds: '3600x60',
        'hearth_webhook_endpoints{state="full"}': '0x60',
      },
    },
  ],
  HearthMinuteStill: [
    { rings: true, series: { 'hearth_jobs_total{task="run-due", result="ok"}': '0+1x30 30x30' } },
    { rings: false, series: { 'hearth_jobs_total{task="run-due", result="ok"}': '0+1x60' } },
  ],
  HearthRestarting: [
    { rings: true, series: { 'process_start_time_seconds{job="hearth"}': '0+300x60' } },
    { rings: false, series: { 'process_start_time_seconds{job="hearth"}': '5x60' } },
  ],
  HearthDescriptors: [
    {
      rings: true,
      series: {
        'process_open_fds{job="hearth"}': '900x60',
        'process_max_fds{job="hearth"}': '1024x60',
      },
    },
    {
      rings: false,
      series: {
        'process_open_fds{job="hearth"}': '700x60',
        'process_max_fds{job="hearth"}': '1024x60',
      },
    },
  ],
  HearthBackupOld: [
    {
      rings: true,
      series: {
        hearth_backup_age_seconds: '172801x60',
        hearth_backup_interval_seconds: '86400x60',
      },
    },
  ],
};

it('the rules are right for Prometheus', () => {
  expect(execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })).toContain(
    'SUCCESS',
  );
});

it('each alarm has a scene', async () => {
  const names = [...(await readFile(file, 'utf8')).matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  expect(Object.keys(scenes).sort()).toEqual(names.sort());
});

const rows = Object.entries(scenes).flatMap(([alarm, list]) =>
  list.map((scene) => [alarm, scene] as const),
);

it.each(rows)('%s: rings as it should, given %j', async (alarm, { rings, series }) => {
  const firing = {
    eval_time: '58m',
    expr: `count(ALERTS{alertname="${alarm}", alertstate="firing"}) > 0`,
    exp_samples: rings ? [{ labels: '{}', value: 1 }] : [],
  };
  const input = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const test = { interval: '1m', input_series: input, promql_expr_test: [firing] };
  const place = join(folder, 'test.json');
  await writeFile(
    place,
    JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests: [test] }),
  );
  expect(execFileSync('promtool', ['test', 'rules', place], { encoding: 'utf8' })).toContain(
    'SUCCESS',
  );
});
