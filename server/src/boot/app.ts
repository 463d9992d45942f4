import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { type AppServer, noApp } from '../app/index.ts';
import type { Config } from '../config/config.ts';
import { boundConnections, toMostConnections } from '../http/bound-connections.ts';
import type { DialectGroup } from '../http/dialect-groups.ts';
import { createExecutor, type Execute } from '../http/execute.ts';
import { buildMetricsServer } from '../http/pages/metrics-page.ts';
import { buildServer, type ServerParts } from '../http/server.ts';
import {
  createBillingJobs,
  jobClient,
  longestAnswerMs,
  type PaymentProvider,
  readInstallation,
} from '../modules/billing/index.ts';
import {
  createAvatars,
  createFetchPicture,
  type PasswordHashing,
  type SocialSettings,
} from '../modules/identity/index.ts';
import { createMailbox } from '../modules/mail/index.ts';
import { createWebhookSender } from '../modules/server-api/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { DatabaseLocation } from '../platform/database.ts';
import { createRunDue } from '../platform/jobs/due-work.ts';
import type { JobLog } from '../platform/jobs/job-log.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { readProcessLimits } from '../platform/process-limits.ts';
import type { Database } from '../platform/transaction.ts';
import { createBackupWork } from './backups.ts';
import { createExamine } from './examine-itself.ts';
import { openHostedSignIn } from './hosted-sign-in.ts';
import { toDueWorks, toJobGroups, toSendMail } from './jobs.ts';
import { toAppWork } from './load-app.ts';
import { observeExecute, observeProvider, openObservation } from './observe.ts';
import { openPayments, type Payments } from './open-payments.ts';
import { openClock } from './parts.ts';
import { createServices } from './services.ts';
import { createStopping } from './stopping.ts';
import { createPriceWatch } from './watch-prices.ts';

export interface AppParts {
  readonly config: Config;
  readonly db: Database;
  /** Location of the same database, for the job queue's own connections. */
  readonly location: DatabaseLocation;
  readonly clock?: Clock;
  /** Addresses of OpenID providers, for tests. */
  readonly issuers?: SocialSettings['issuers'];
  /** Wraps the payment provider, for tests. */
  readonly payments?: (real: PaymentProvider) => PaymentProvider;
  /** How long somebody waits for a slow payment provider, for tests. */
  readonly answerDeadlineMs?: number;
  /** A weak one makes tests faster, which sign thousands of people in. */
  readonly hashing?: PasswordHashing;
  readonly logger?: FastifyServerOptions['logger'];
  /** The product on Hearth; Hearth alone if it is left out. */
  readonly appServer?: AppServer;
  /** Defaults to the limit of a server; tests share an event loop with others. */
  readonly slowestEventLoopMs?: number;
}

export interface App {
  /** The product's own server. */
  readonly server: FastifyInstance;
  /** The Stripe emulator if it is the provider, for tests that act there. */
  readonly sandbox: Payments['sandbox'];
  /** Runs the waiting jobs; for tests that start no worker. */
  runJobs(): Promise<void>;
  /** Does what is due by now. */
  runDue(): Promise<void>;
  /** Compares the prices of plans with the provider's; for tests that start no worker. */
  checkPrices(): Promise<void>;
  /** Starts the background jobs, the product's port, and the ports of `emulators` that are switched on. */
  listen(): Promise<void>;
  /** Goes on answering for some seconds, while proxies learn from `/readyz` that they must ask another server. */
  drain(seconds: number): Promise<void>;
  close(): Promise<void>;
}

interface Listener {
  readonly server: FastifyInstance;
  readonly host: string;
  readonly port: number;
}

/** Puts the product together; the only place that picks real parts. */
export async function createApp({
  config,
  db,
  location,
  clock: givenClock,
  issuers = {},
  payments: wrapPayments = (real) => real,
  answerDeadlineMs = longestAnswerMs,
  hashing,
  appServer = noApp,
  logger,
  slowestEventLoopMs = 1_000,
}: AppParts): Promise<App> {
  const clock = givenClock ?? (await openClock(config, db));
  // Called only once the server is there.
  const log = toLog(() => server.log);
  const observation = await openObservation(config, log);
  const payments = await openPayments({
    config,
    db,
    clock,
    location,
    log,
    installation: await readInstallation(db),
    // Its next call says so.
    onError: () => undefined,
    wrap: (real) => observeProvider(wrapPayments(real), observation),
  });
  const services = await createServices({
    config,
    db,
    clock,
    issuers,
    hashing,
    appServer,
    longestAnswerMs: answerDeadlineMs,
    payments: payments.provider,
  });
  const { prices, limits, addresses, idTokens } = services;
  const examine = createExamine({ config, db, location, payments: payments.provider });
  const { execute, drained } = trackRunning(
    observeExecute(createExecutor({ ...services, log, examine }), observation),
  );
  const work = createWork({ ...services, log }, { config, location, payments, appServer });
  const stopping = createStopping(() => listeners.map((listener) => listener.server));
  const listeners = await buildListeners({
    config,
    db,
    clock,
    payments,
    prices,
    limits,
    addresses,
    idTokens,
    execute,
    appServer,
    appWork: work.app,
    runDue: work.runDue,
    stage: stopping.stage,
    hostedSignIn: await openHostedSignIn({ ...services, config, log }),
    mailbox: createMailbox(db),
    avatars: createAvatars({
      db,
      clock,
      fetchPicture: createFetchPicture({ allowHttp: config.social.sandbox }),
    }),
    logger,
    slowestEventLoopMs,
    ...observation.toServerParts({ db, location, clock, money: work.money, prices, payments }),
  });
  const [{ server }] = listeners;
  await boundListeners(listeners, { config, onRefused: observation.countRefusedConnection });
  const priceWatch = createPriceWatch(prices, log);
  observation.metrics?.expectTasks(work.groups.flatMap(({ tasks }) => Object.keys(tasks)));
  const jobs = createJobs({
    location,
    log,
    groups: work.groups,
    around: observation.aroundJob,
    onRestart: observation.onJobRestart,
  });
  return {
    server,
    sandbox: payments.sandbox,
    async runJobs() {
      await jobs.runWaiting();
      await work.webhooks.settled();
    },
    runDue: work.runDue,
    checkPrices: async () => void (await priceWatch.check()),
    async listen() {
      await Promise.all(listeners.map(({ server: one, ...at }) => one.listen(at)));
      await jobs.start();
      priceWatch.start();
    },
    drain: stopping.drain,
    async close() {
      await stopping.close([jobs.stop(), work.webhooks.stop(), priceWatch.stop()]);
      await drained();
      await Promise.all([payments.close(), observation.close()]);
    },
  };
}

type Services = Awaited<ReturnType<typeof createServices>> & { readonly log: JobLog };

/** Background work: of money, webhooks, mails, backups and the product on Hearth. */
function createWork(
  services: Services,
  {
    config,
    location,
    payments: { accountFault, keyFault, sandbox },
    appServer,
  }: Pick<Required<AppParts>, 'config' | 'location' | 'appServer'> & { payments: Payments },
) {
  const { db, clock, mailer, log } = services;
  const money = createBillingJobs(
    { ...services, client: jobClient, accountFault, keyFault },
    sandbox,
  );
  const webhooks = createWebhookSender(services);
  const backups = createBackupWork({ config, db, clock, location, log });
  const app = toAppWork(appServer, { config, db, clock, mailer, log });
  const due = toDueWorks(services, { money, webhooks });
  const others = [...due.others, ...backups.due];
  return {
    money,
    webhooks,
    app: app.work,
    runDue: createRunDue([...due.mails, ...others, ...app.due], clock),
    groups: toJobGroups({
      webhooks,
      sendMail: toSendMail({ config, db, clock, log }),
      backups: backups.tasks,
      money: money.tasks(log),
      runDueMails: createRunDue(due.mails, clock),
      runDue: createRunDue(others, clock),
      app: app.tasks,
      runDueApp: createRunDue(app.due, clock),
    }),
  };
}

function toLog(open: () => JobLog): JobLog {
  return {
    error: (details, sentence) => open().error(details, sentence),
    warn: (details, sentence) => open().warn(details, sentence),
    info: (details, sentence) => open().info(details, sentence),
  };
}

/** The product's own port first, then the emulator-style ones. */
async function buildListeners(parts: ServerParts): Promise<[Listener, ...Listener[]]> {
  const { config, metrics } = parts;
  // For `localhost` Fastify opens a second server, without our bounds and our answers to malformed requests.
  const host = config.host === 'localhost' ? '127.0.0.1' : config.host;
  const all: [Listener, ...Listener[]] = [
    { server: await buildServer(parts, 'all'), host, port: config.port },
  ];
  for (const { group, port } of emulatorPorts(config)) {
    all.push({ server: await buildServer(parts, group), host, port });
  }
  if (metrics && config.metrics.port !== undefined) {
    all.push({ server: buildMetricsServer(metrics), host: '127.0.0.1', port: config.metrics.port });
  }
  return all;
}

/** Keeps visitors from using up the descriptors of the process. */
async function boundListeners(
  listeners: readonly Listener[],
  { config, onRefused }: { readonly config: Config; readonly onRefused: () => void },
): Promise<void> {
  const { openFiles } = await readProcessLimits();
  const most = toMostConnections(openFiles, listeners.length);
  const isDirect = config.trustProxy === '0';
  for (const { server } of listeners) {
    boundConnections(server, { most, isDirect, onRefused });
  }
}

function emulatorPorts({ product }: Config): { group: DialectGroup; port: number }[] {
  const { enabled, auth, database, functions, hosting } = product.emulators;
  if (!enabled) {
    return [];
  }
  return [
    { group: 'auth', port: auth.port },
    { group: 'database', port: database.port },
    { group: 'functions', port: functions.port },
    { group: 'all', port: hosting.port },
  ];
}

/** A client that hangs up does not end its call; the database must not close under it. */
function trackRunning(calls: Execute): { execute: Execute; drained: () => Promise<unknown> } {
  const running = new Set<Promise<unknown>>();
  return {
    execute(operation, call) {
      const result = calls(operation, call).finally(() => running.delete(result));
      running.add(result);
      return result;
    },
    drained: () => Promise.allSettled(running),
  };
}
