import type { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Work that waits in the database. */
export interface WaitingWork {
  readonly jobs: readonly {
    readonly task: string;
    readonly waiting: number;
    readonly oldestSeconds: number;
    readonly givenUp: number;
  }[];
  readonly mails: Backlog;
  readonly intents: Backlog;
  readonly events: Backlog;
  readonly webhooks: {
    /** Endpoints by state. */
    readonly states: Readonly<Record<'on' | 'failing' | 'full' | 'off', number>>;
    readonly waiting: number;
    /** Age of the longest failure of an endpoint; 0 if none fails. */
    readonly failingSeconds: number;
  };
  /** Age of the oldest event that programs cannot read yet; 0 if they can read all. */
  readonly eventListOldestSeconds: number;
  /** Projects whose renewals are charged without tax. */
  readonly untaxed: { readonly placeUnknown: number; readonly boughtBefore: number };
  /** With a schedule, the age of the database if there is no backup; else undefined. */
  readonly backupAgeSeconds: number | undefined;
}

interface Backlog {
  readonly waiting: number;
  /** Age of the oldest; 0 if none waits. */
  readonly oldestSeconds: number;
}

/** Numbers that are read for each page, because nobody counts them. */
export interface Readings {
  readonly backupEverySeconds: number;
  /** Undefined if the database does not answer. */
  readonly waiting: () => Promise<WaitingWork | undefined>;
  /** Undefined if the reading did not finish in time. */
  readonly takesWrites: () => Promise<boolean | undefined>;
  /** How far this machine's clock is ahead of the database's. */
  readonly clockSkewSeconds: () => number;
  readonly pool: () => { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Differences from the payment provider since the start. */
  readonly drift: () => number;
  /** Whether the keys of the payment provider belong to another account, or are refused. */
  readonly isPaymentOff: () => boolean;
  readonly priceFaults: () => number;
}

/** Labels whose counters begin at 0: Prometheus does not see the growth of one that begins with its first event. */
export interface KnownLabels {
  readonly calls: readonly string[];
  readonly securityEvents: readonly string[];
}

/** Results by which an alarm counts requests. */
const countedResults = [
  { status: '2xx', result: 'ok' },
  ...['server/internal', 'server/unavailable', 'server/busy'].map((result) => ({
    status: '5xx',
    result,
  })),
];

export interface Metrics {
  /** Counts the tasks from 0. */
  expectTasks(tasks: readonly string[]): void;
  /** Counts the calls of the payment provider from 0. */
  expectProviderCalls(calls: readonly string[]): void;
  countRequest(answered: {
    readonly call: string;
    readonly status: number;
    readonly result: string;
    readonly securityEvent: string | undefined;
    readonly ms: number;
  }): void;
  /** A connection that was closed, or not accepted, because too many are open. */
  countRefusedConnection(): void;
  countJob(job: {
    readonly task: string;
    readonly result: 'ok' | 'failed';
    readonly ms: number;
  }): void;
  /** A group of jobs ended by itself and was started again. */
  countJobRestart(): void;
  countProviderCall(call: {
    readonly call: string;
    readonly result: 'ok' | 'refused' | 'failed';
    readonly ms: number;
  }): void;
  toPage(readings: Readings): { readonly contentType: string; read(): Promise<string> };
}

type Prometheus = typeof import('prom-client');

/** The label `provider` stays for dashboards and alarms that operators have built. */
const provider = 'stripe';

/** Seconds; from a read of one row to what a payment provider may take. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Counts from now on. The library is loaded here, so that a server without metrics does without. */
export async function createMetrics({ calls, securityEvents }: KnownLabels): Promise<Metrics> {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const counts = createCounts(prometheus, registry);
  const gauges = createGauges(prometheus, registry);
  for (const call of calls) {
    for (const labels of countedResults) {
      counts.requests.inc({ call, ...labels }, 0);
    }
  }
  for (const event of securityEvents) {
    counts.securityEvents.inc({ event }, 0);
  }
  return {
    expectTasks(tasks) {
      for (const task of tasks) {
        for (const result of ['ok', 'failed']) {
          counts.jobs.inc({ task, result }, 0);
        }
      }
    },
    expectProviderCalls(names) {
      for (const call of names) {
        for (const result of ['ok', 'refused', 'failed']) {
          counts.providerCalls.inc({ provider, call, result }, 0);
        }
      }
    },
    countRequest({ call, status, result, securityEvent, ms }) {
      counts.requests.inc({ call, status: `${Math.floor(status / 100)}xx`, result });
      counts.requestSeconds.observe({ call }, ms / 1_000);
      if (securityEvent !== undefined) {
        counts.securityEvents.inc({ event: securityEvent });
      }
    },
    countRefusedConnection: () => counts.refusedConnections.inc(),
    countJob({ task, result, ms }) {
      counts.jobs.inc({ task, result });
      counts.jobSeconds.observe({ task }, ms / 1_000);
    },
    countJobRestart: () => counts.jobRestarts.inc(),
    countProviderCall({ call, result, ms }) {
      counts.providerCalls.inc({ provider, call, result });
      counts.providerSeconds.observe({ provider, call }, ms / 1_000);
    },
    toPage: (readings) => ({
      contentType: registry.contentType,
      async read() {
        showWaiting(gauges, await readings.waiting());
        showProcess(gauges, readings);
        const takesWrites = await readings.takesWrites();
        show(gauges.databaseWritable, takesWrites === undefined ? undefined : Number(takesWrites));
        counts.drift.reset();
        counts.drift.inc(readings.drift());
        return await registry.metrics();
      },
    }),
  };
}

function createCounts({ Counter, Histogram }: Prometheus, registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `hearth_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name: `hearth_${name}`, help, labelNames, buckets, registers });
  return {
    requests: counter('requests_total', 'Requests by call, class of the status, and result.', [
      'call',
      'status',
      'result',
    ]),
    requestSeconds: histogram('request_duration_seconds', 'Time until a request was answered.', [
      'call',
    ]),
    securityEvents: counter('security_events_total', 'Refusals that matter for security.', [
      'event',
    ]),
    refusedConnections: counter(
      'connections_refused_total',
      'Connections refused because too many are open.',
    ),
    jobs: counter('jobs_total', 'Background jobs that this process ran.', ['task', 'result']),
    jobRestarts: counter('job_restarts_total', 'Groups of jobs that ended and were started again.'),
    jobSeconds: histogram('job_duration_seconds', 'Time that a background job took.', ['task']),
    providerCalls: counter('provider_calls_total', 'Calls of the payment provider.', [
      'provider',
      'call',
      'result',
    ]),
    providerSeconds: histogram(
      'provider_call_duration_seconds',
      'Time until the payment provider answered.',
      ['provider', 'call'],
    ),
    drift: counter('billing_drift_total', 'Differences from the payment provider that were found.'),
  } satisfies Record<string, Counter | Histogram>;
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges({ Gauge }: Prometheus, registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `hearth_${name}`, help, labelNames, registers: [registry] });
  return {
    databaseUp: gauge('database_up', '1 while the database answers, else 0.'),
    databaseWritable: gauge('database_writable', '1 while the database takes writes, else 0.'),
    clockSkew: gauge('clock_skew_seconds', 'Clock of this machine less that of the database.'),
    poolOpen: gauge('pool_connections', 'Open connections for requests.'),
    poolIdle: gauge('pool_idle_connections', 'Open connections that nobody uses.'),
    poolWaiting: gauge('pool_waiting_statements', 'Statements that wait for a connection.'),
    jobsWaiting: gauge('jobs_waiting', 'Jobs that are due and not taken.', ['task']),
    jobsOldest: gauge('jobs_oldest_seconds', 'How long the oldest of them is due.', ['task']),
    jobsGivenUp: gauge('jobs_given_up', 'Jobs that failed as often as they may.', ['task']),
    mailsWaiting: gauge('mails_waiting', 'Mails that are not sent yet.'),
    mailsOldest: gauge('mails_oldest_seconds', 'Age of the oldest of them.'),
    intentsOpen: gauge('intents_open', 'Changes of money that have not ended.'),
    intentsOldest: gauge('intents_oldest_seconds', 'Age of the oldest of them.'),
    eventsWaiting: gauge('events_waiting', 'Events of the payment provider that no job followed.'),
    eventsOldest: gauge('events_oldest_seconds', 'Age of the oldest of them.'),
    webhookEndpoints: gauge('webhook_endpoints', 'Webhook endpoints by their state.', ['state']),
    webhookWaiting: gauge('webhook_deliveries_waiting', 'Deliveries that are not sent yet.'),
    webhookFailing: gauge(
      'webhook_failing_seconds',
      'Time since the last success of the endpoint that has failed for the longest time.',
    ),
    eventListOldest: gauge(
      'event_list_oldest_seconds',
      'Age of the oldest event that programs cannot read yet.',
    ),
    paymentsOff: gauge(
      'payments_off',
      '1 while the keys belong to another account or are refused, else 0.',
    ),
    priceFaults: gauge('price_faults', 'Faults of the prices at the last check.'),
    untaxed: gauge('projects_untaxed', 'Projects that renew without tax for want of an address.'),
    boughtUntaxed: gauge(
      'projects_bought_untaxed',
      'Projects that renew without tax, as they were bought before taxes were computed.',
    ),
    backupAge: gauge('backup_age_seconds', 'Age of the newest backup.'),
    backupInterval: gauge('backup_interval_seconds', 'Time from one backup to the next.'),
  } satisfies Record<string, Gauge>;
}

/** Without an answer there are no numbers, since a 0 would say that nothing waits. */
function showWaiting(gauges: Gauges, work: WaitingWork | undefined): void {
  const { jobsWaiting, jobsOldest, jobsGivenUp } = gauges;
  gauges.databaseUp.set(work ? 1 : 0);
  for (const gauge of [jobsWaiting, jobsOldest, jobsGivenUp]) {
    gauge.reset();
  }
  for (const { task, waiting, oldestSeconds, givenUp } of work?.jobs ?? []) {
    jobsWaiting.set({ task }, waiting);
    jobsOldest.set({ task }, oldestSeconds);
    jobsGivenUp.set({ task }, givenUp);
  }
  show(gauges.mailsWaiting, work?.mails.waiting);
  show(gauges.mailsOldest, work?.mails.oldestSeconds);
  show(gauges.intentsOpen, work?.intents.waiting);
  show(gauges.intentsOldest, work?.intents.oldestSeconds);
  show(gauges.eventsWaiting, work?.events.waiting);
  show(gauges.eventsOldest, work?.events.oldestSeconds);
  gauges.webhookEndpoints.reset();
  for (const [state, count] of Object.entries(work?.webhooks.states ?? {})) {
    gauges.webhookEndpoints.set({ state }, count);
  }
  show(gauges.webhookWaiting, work?.webhooks.waiting);
  show(gauges.webhookFailing, work?.webhooks.failingSeconds);
  show(gauges.eventListOldest, work?.eventListOldestSeconds);
  show(gauges.untaxed, work?.untaxed.placeUnknown);
  show(gauges.boughtUntaxed, work?.untaxed.boughtBefore);
  show(gauges.backupAge, work?.backupAgeSeconds);
}

function showProcess(gauges: Gauges, readings: Readings): void {
  const { pool, isPaymentOff, priceFaults, backupEverySeconds } = readings;
  const { open, idle, waiting } = pool();
  gauges.backupInterval.set(backupEverySeconds);
  gauges.clockSkew.set(readings.clockSkewSeconds());
  gauges.poolOpen.set(open);
  gauges.poolIdle.set(idle);
  gauges.poolWaiting.set(waiting);
  gauges.paymentsOff.set(isPaymentOff() ? 1 : 0);
  gauges.priceFaults.set(priceFaults());
}

function show(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) {
    gauge.remove();
  } else {
    gauge.set(value);
  }
}
