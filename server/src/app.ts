import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Config } from './config.ts';
import { openClock, toActionSite } from './config-parts.ts';
import { createExecutor, type Execute } from './http/execute.ts';
import type { Face } from './http/faces.ts';
import { buildServer } from './http/server.ts';
import {
  createAvatars,
  createFetchPicture,
  createIdTokens,
  createKnownDevices,
  createPasswordHasher,
  createSocialProviders,
  type SocialSettings,
  sweepActionCodes,
  sweepFlows,
  sweepPendingIdentities,
  sweepSessions,
  sweepSigningKeys,
} from './modules/identity/index.ts';
import {
  createMailbox,
  createMailboxTransport,
  createMails,
  createRemoveOldMails,
  createSendMail,
  createSmtpTransport,
  sendMailTask,
} from './modules/mail/index.ts';
import { forgetInvitee, sweepInvites } from './modules/members/index.ts';
import { leaveEverything } from './modules/subscriptions/index.ts';
import type { Clock } from './platform/clock.ts';
import type { DatabaseLocation } from './platform/database.ts';
import { createRunDue, type DueWork } from './platform/due-work.ts';
import { createJobs } from './platform/jobs.ts';
import { createRateLimits, noRateLimits, type RateLimits } from './platform/rate-limits.ts';
import type { Database } from './platform/transaction.ts';

export interface AppParts {
  readonly config: Config;
  readonly db: Database;
  /** Of the same database, for the job queue's own connections. */
  readonly location: DatabaseLocation;
  readonly clock?: Clock;
  /** Where OpenID providers are, for tests. */
  readonly issuers?: SocialSettings['issuers'];
  readonly logger?: FastifyServerOptions['logger'];
}

export interface App {
  /** The product's own server. */
  readonly server: FastifyInstance;
  /** Runs the jobs that wait now; for those who have not started listening. */
  runJobs(): Promise<void>;
  /** Does what is due by now. */
  runDue(): Promise<void>;
  /** Starts the background jobs, the product's port, and the emulator-style ones where they are on. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** How long a stop waits for requests that are under way. */
const slowestGoodbyeMs = 5_000;

interface Listener {
  readonly server: FastifyInstance;
  readonly port: number;
}

/** Puts the product together; the only place that picks real parts. */
export async function createApp({
  config,
  db,
  location,
  clock: givenClock,
  issuers = {},
  logger,
}: AppParts): Promise<App> {
  const clock = givenClock ?? (await openClock(config, db));
  const idTokens = await createIdTokens({
    db,
    clock,
    secretKey: config.secretKey,
    issuer: config.publicUrl,
    audience: config.product.projectId,
  });
  const limits = config.rateLimits ? createRateLimits(clock) : noRateLimits;
  const passwords = createPasswordHasher();
  const devices = createKnownDevices(config.secretKey);
  const calls = createExecutor({
    db,
    clock,
    settings: config.product,
    passwords,
    idTokens,
    devices,
    limits,
    mails: createMails({ secretKey: config.secretKey, clock, publicUrl: config.publicUrl }),
    site: toActionSite(config),
    hooks: {
      async beforeAccountDeletion(tx, deletion) {
        await leaveEverything(tx, deletion);
        await forgetInvitee(tx, deletion);
      },
    },
    texts: config.texts,
    social: toSocialProviders({ config, clock, issuers }),
  });
  const { execute, drained } = trackRunning(calls);
  const mailbox = createMailbox(db);
  const runDue = createRunDue(toDueWorks({ config, db, limits }), clock);
  const fetchPicture = createFetchPicture({ allowHttp: config.social.sandbox });
  const avatars = createAvatars({ db, clock, fetchPicture });
  const parts = { config, execute, db, idTokens, devices, mailbox, avatars, clock, runDue, logger };
  const server = await buildServer(parts, 'all');
  const listeners: Listener[] = [{ server, port: config.port }];
  for (const { face, port } of emulatorFaces(config)) {
    listeners.push({ server: await buildServer(parts, face), port });
  }
  const jobs = createJobs({
    location,
    log: server.log,
    tasks: { [sendMailTask]: toSendMail({ config, db, clock }) },
    everyMinute: runDue,
  });
  return {
    server,
    runJobs: () => jobs.runWaiting(),
    runDue,
    async listen() {
      await Promise.all(
        listeners.map((listener) =>
          listener.server.listen({ host: config.host, port: listener.port }),
        ),
      );
      await jobs.start();
    },
    async close() {
      const deadline = setTimeout(() => {
        for (const listener of listeners) {
          listener.server.server.closeAllConnections();
        }
      }, slowestGoodbyeMs);
      await Promise.all([jobs.stop(), ...listeners.map((listener) => listener.server.close())]);
      clearTimeout(deadline);
      await drained();
    },
  };
}

interface DueWorkParts {
  readonly config: Config;
  readonly db: Database;
  readonly limits: RateLimits;
}

/** What is swept every minute, and whenever local mode's clock is moved. */
function toDueWorks({ config, db, limits }: DueWorkParts): DueWork[] {
  return [
    createRemoveOldMails(db),
    (at) => sweepFlows(db, at),
    (at) => sweepPendingIdentities(db, at),
    (at) => sweepSessions(db, { at, idleDays: config.product.sessions.idleDays }),
    (at) => sweepActionCodes(db, at),
    (at) => sweepSigningKeys(db, at),
    (at) => sweepInvites(db, at),
    () => limits.sweep(db),
  ];
}

interface SendMailChoice {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
}

/** With a mail server through it, otherwise to the screen /dev/mailbox. */
function toSendMail({ config, db, clock }: SendMailChoice) {
  const { secretKey, publicUrl, mail } = config;
  const { productName } = config.product;
  const transport = mail
    ? createSmtpTransport({ ...mail, productName })
    : createMailboxTransport(db);
  return createSendMail({ db, clock, secretKey, productName, publicUrl, transport });
}

function toSocialProviders({
  config,
  clock,
  issuers,
}: Required<Pick<AppParts, 'config' | 'clock' | 'issuers'>>) {
  const { product, publicUrl, social } = config;
  const enabled = product.socialProviders;
  return createSocialProviders({ ...social, enabled, publicUrl, clock, issuers });
}

function emulatorFaces({ product }: Config): { face: Face; port: number }[] {
  const { enabled, auth, database, functions, hosting } = product.emulators;
  if (!enabled) {
    return [];
  }
  return [
    { face: 'auth', port: auth.port },
    { face: 'database', port: database.port },
    { face: 'functions', port: functions.port },
    { face: 'all', port: hosting.port },
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
