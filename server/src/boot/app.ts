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
import { openSigning } from './hosted-sign-in.ts';
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
  const known = { config, db, clock };
  // Called only once the server is there.
  const log = toLog(() => server.log);
  const observation = await openObservation(config, log);
  const payments = await openPayments({
    ...known,
    installation: await readInstallation(db),
    log,
    location,
    // Its next call says so.
    onError: () => undefined,
    wrap: (real) => observeProvider(wrapPayments(real), observation),
  });
  const chosen = { issuers, hashing, appServer, longestAnswerMs: answerDeadlineMs };
  const own = await createServices({ ...known, ...chosen, payments: payments.provider });
  const examine = createExamine({ config, db, location, payments: payments.provider });
  const services = { ...own, log, examine };
  const { prices } = services;
  const { accountFault, keyFault, sandbox } = payments;
  const money = createBillingJobs(
    { ...services, client: jobClient, accountFault, keyFault },
    sandbox,
  );
  const { execute, drained } = trackRunning(observeExecute(createExecutor(services), observation));
  const webhooks = createWebhookSender(services);
  const due = toDueWorks(services, { money, webhooks });
  const backups = createBackupWork({ ...known, location, log });
  const app = toAppWork(appServer, { ...known, mailer: own.mailer, log });
  const others = [...due.others, ...backups.due];
  const runDue = createRunDue([...due.mails, ...others, ...app.due], clock);
  const fetchPicture = createFetchPicture({ allowHttp: config.social.sandbox });
  const pages = { mailbox: createMailbox(db), avatars: createAvatars({ db, clock, fetchPicture }) };
  const stores = { config, db, clock, payments, prices, limits: own.limits };
  const stopping = createStopping(() => listeners.all.map((listener) => listener.server));
  const onHearth = { appServer, appWork: app.work, addresses: own.addresses };
  const doing = { execute, runDue, slowestEventLoopMs };
  const seeing = { logger, ...observation.toServerParts({ ...stores, location, money }) };
  const signing = await openSigning({ ...services, config });
  const parts = {
    ...stores,
    ...doing,
    ...onHearth,
    stage: stopping.stage,
    ...seeing,
    ...signing,
    ...pages,
  };
  const listeners = await buildListeners(parts);
  const { openFiles } = await readProcessLimits();
  const most = toMostConnections(openFiles, listeners.all.length);
  const isDirect = config.trustProxy === '0';
  const onRefused = observation.countRefusedConnection;
  for (const listener of listeners.all) {
    boundConnections(listener.server, { most, isDirect, onRefused });
  }
  const { server } = listeners.product;
  const priceWatch = createPriceWatch(prices, server.log);
  const groups = toJobGroups({
    webhooks,
    sendMail: toSendMail({ config, db, clock, log: server.log }),
    backups: backups.tasks,
    money: money.tasks(server.log),
    runDueMails: createRunDue(due.mails, clock),
    runDue: createRunDue(others, clock),
    app: app.tasks,
    runDueApp: createRunDue(app.due, clock),
  });
  observation.metrics?.expectTasks(groups.flatMap(({ tasks }) => Object.keys(tasks)));
  const seen = { around: observation.aroundJob, onRestart: observation.onJobRestart };
  const jobs = createJobs({ location, log: server.log, ...seen, groups });
  return {
    server,
    sandbox,
    async runJobs() {
      await jobs.runWaiting();
      await webhooks.settled();
    },
    runDue,
    checkPrices: async () => void (await priceWatch.check()),
    async listen() {
      await Promise.all(listeners.all.map(({ server: one, ...at }) => one.listen(at)));
      await jobs.start();
      priceWatch.start();
    },
    drain: stopping.drain,
    async close() {
      await stopping.close([jobs.stop(), webhooks.stop(), priceWatch.stop()]);
      await drained();
      await Promise.all([payments.close(), observation.close()]);
    },
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
async function buildListeners(
  parts: ServerParts,
): Promise<{ readonly product: Listener; readonly all: readonly Listener[] }> {
  const { config, metrics } = parts;
  // For `localhost` Fastify opens a second server, without our bounds and our answers to malformed requests.
  const host = config.host === 'localhost' ? '127.0.0.1' : config.host;
  const product = { server: await buildServer(parts, 'all'), host, port: config.port };
  const all = [product];
  for (const { group, port } of emulatorPorts(config)) {
    all.push({ server: await buildServer(parts, group), host, port });
  }
  if (metrics && config.metrics.port !== undefined) {
    all.push({ server: buildMetricsServer(metrics), host: '127.0.0.1', port: config.metrics.port });
  }
  return { product, all };
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
