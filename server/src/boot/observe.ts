import { wire } from '@hearth/contract';
import type { Config } from '../config/config.ts';
import { nameOf } from '../http/dialects/call-names.ts';
import type { Execute } from '../http/execute.ts';
import type { MetricsPage } from '../http/pages/metrics-page.ts';
import { securityEvents } from '../http/security-event.ts';
import type { RequestWatch } from '../http/watch-requests.ts';
import {
  type BillingJobs,
  CardDeclined,
  countBacklog,
  countUntaxed,
  type PaymentProvider,
  type PriceCheck,
  ProviderRejected,
} from '../modules/billing/index.ts';
import { readOutbox } from '../modules/mail/index.ts';
import { findOldestUnlisted, readWebhookFacts } from '../modules/server-api/index.ts';
import {
  createMetrics,
  type Metrics,
  type Readings,
  type WaitingWork,
} from '../observe/metrics.ts';
import { shareReading } from '../observe/share-reading.ts';
import { openTraces } from '../observe/traces.ts';
import { readBackupAgeSeconds, readSecondsWithoutBackup } from '../platform/backup/kept-backups.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type DatabaseLocation,
  type OpenDatabase,
  openDatabase,
  readPool,
  requireWrites,
} from '../platform/database.ts';
import type { AroundJob } from '../platform/jobs/job-context.ts';
import type { JobLog } from '../platform/jobs/job-log.ts';
import { countQueuedJobs } from '../platform/jobs/job-store.ts';
import { inSpan, type SpanStart, type Tracer } from '../platform/span.ts';
import type { Database } from '../platform/transaction.ts';
import { metricsConnections } from './connections.ts';

/** Parts that look at the product while it works; each is undefined if it is not asked for. */
interface Eyes {
  readonly metrics: Metrics | undefined;
  readonly tracer: Tracer | undefined;
}

export interface Observation extends Eyes {
  readonly aroundJob: AroundJob;
  onJobRestart(): void;
  countRefusedConnection(): void;
  toServerParts(parts: PageParts): {
    readonly watch: RequestWatch;
    /** Undefined if nobody may read them. */
    readonly metrics: MetricsPage | undefined;
  };
  close(): Promise<void>;
}

export async function openObservation(
  config: Config,
  log: Pick<JobLog, 'warn'>,
): Promise<Observation> {
  const { token, port } = config.metrics;
  const isRead = token !== undefined || port !== undefined;
  const calls = Object.values(wire).flatMap((ofDialect) => Object.keys(ofDialect));
  const metrics = isRead ? await createMetrics({ calls, securityEvents }) : undefined;
  const traces = config.traces && (await openTraces(config.traces, log));
  const eyes = { metrics, tracer: traces?.tracer };
  let reading: OpenDatabase | undefined;
  return {
    ...eyes,
    aroundJob: observeJobs(eyes),
    onJobRestart: () => metrics?.countJobRestart(),
    countRefusedConnection: () => metrics?.countRefusedConnection(),
    toServerParts(parts) {
      const { tracer } = eyes;
      const watch = { tracer, count: metrics?.countRequest, level: toLevel(config) };
      const max = metricsConnections;
      reading = openDatabase(parts.location, () => undefined, { max, statementMs });
      return { watch, metrics: metrics?.toPage(toReadings(reading.db, config, parts)) };
    },
    async close() {
      await reading?.close();
      await traces?.close();
    },
  };
}

/** In local mode, in which people try the product out, a line for each request would hide all others. */
function toLevel({ mode }: Config): RequestWatch['level'] {
  return mode === 'local' ? 'debug' : 'info';
}

/** A span for each operation, inside that of its request. */
export function observeExecute(execute: Execute, { tracer }: Eyes): Execute {
  return tracer
    ? (operation, call) => {
        const name = `operation ${nameOf(operation.entry)}`;
        return inSpan(tracer, { name, kind: 'internal' }, () => execute(operation, call));
      }
    : execute;
}

function observeJobs({ metrics, tracer }: Eyes): AroundJob {
  return async ({ id, task, attempt }, run) => {
    const attributes = { 'hearth.job': id, 'hearth.attempt': attempt };
    const span = { name: `job ${task}`, kind: 'consumer', attributes } as const;
    await timed({ tracer, span }, run, (ms, error) =>
      metrics?.countJob({ task, result: error === undefined ? 'ok' : 'failed', ms }),
    );
  };
}

/** Measures each call of the payment provider by its name. */
export function observeProvider(
  provider: PaymentProvider,
  { metrics, tracer }: Eyes,
): PaymentProvider {
  if (!metrics && !tracer) {
    return provider;
  }
  const asks = (name: string) =>
    // Reading a message asks nobody.
    typeof provider[name as keyof PaymentProvider] === 'function' && name !== 'readWebhook';
  metrics?.expectProviderCalls(Object.keys(provider).filter(asks));
  const around = (call: string, ask: () => Promise<unknown>) => {
    const span = { name: `stripe ${call}`, kind: 'client' } as const;
    return timed({ tracer, span }, ask, (ms, error) =>
      metrics?.countProviderCall({ call, result: toResult(error), ms }),
    );
  };
  return new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' && asks(String(name))
        ? (...args: unknown[]) => around(String(name), () => Reflect.apply(value, target, args))
        : value;
    },
  });
}

/** A refusal is an answer; only a provider that gives none has failed. */
function toResult(error: unknown): 'ok' | 'refused' | 'failed' {
  const isRefusal = error instanceof CardDeclined || error instanceof ProviderRejected;
  if (error === undefined) {
    return 'ok';
  }
  return isRefusal ? 'refused' : 'failed';
}

async function timed<Result>(
  { tracer, span }: { readonly tracer: Tracer | undefined; readonly span: SpanStart },
  work: () => Promise<Result>,
  done: (ms: number, error?: unknown) => void,
): Promise<Result> {
  const startedMs = performance.now();
  try {
    const result = await inSpan(tracer, span, work);
    done(performance.now() - startedMs);
    return result;
  } catch (error) {
    done(performance.now() - startedMs, error ?? 'thrown without an error');
    throw error;
  }
}

interface PageParts {
  readonly db: Database;
  readonly location: DatabaseLocation;
  readonly clock: Clock;
  readonly money: Pick<BillingJobs, 'readDrift'>;
  readonly prices: Pick<PriceCheck, 'listFaults'>;
  readonly payments: { accountFault(): string | undefined; keyFault(): string | undefined };
}

/** Longest time that a statement of /metrics may take. */
const statementMs = 2_000;
/** For those who make backups by a clock of their own. */
const usualBackupHours = 24;

function toReadings(
  reading: Database,
  { backups }: Config,
  { db, clock, money, prices, payments }: PageParts,
): Readings {
  return {
    backupEverySeconds: (backups?.everyHours ?? usualBackupHours) * 3_600,
    waiting: shareReading(() => readWaiting(reading, clock.now(), backups !== undefined)),
    takesWrites: shareReading(() =>
      requireWrites(db).then(
        () => true,
        () => false,
      ),
    ),
    clockSkewSeconds: () => (clock.skewMs?.() ?? 0) / 1_000,
    pool: () => readPool(db),
    drift: () => money.readDrift(),
    isPaymentOff: () => (payments.accountFault() ?? payments.keyFault()) !== undefined,
    priceFaults: () => prices.listFaults().length,
  };
}

async function readWaiting(db: Database, at: Date, isScheduled: boolean): Promise<WaitingWork> {
  const jobs = await countQueuedJobs(db);
  const mails = await readOutbox(db);
  // With a schedule the time without any backup counts, too, so that the alarm is heard.
  const readBackupAge = isScheduled ? readSecondsWithoutBackup : readBackupAgeSeconds;
  const backupAgeSeconds = await readBackupAge(db, at);
  const { openIntents, oldestOpenAt, waitingEvents, oldestEventAt } = await countBacklog(db);
  const { on, failing, full, off, waiting, failingSince } = await readWebhookFacts(db);
  const ageOf = (since: Date | null) =>
    since ? Math.max(0, (at.getTime() - since.getTime()) / 1_000) : 0;
  return {
    jobs,
    mails: { waiting: mails.waiting, oldestSeconds: ageOf(mails.oldestAt) },
    intents: { waiting: openIntents, oldestSeconds: ageOf(oldestOpenAt) },
    events: { waiting: waitingEvents, oldestSeconds: ageOf(oldestEventAt) },
    webhooks: { states: { on, failing, full, off }, waiting, failingSeconds: ageOf(failingSince) },
    eventListOldestSeconds: ageOf(await findOldestUnlisted(db)),
    untaxed: await countUntaxed(db),
    backupAgeSeconds,
  };
}
