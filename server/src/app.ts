import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Config } from './config.ts';
import { createExecutor, type Execute } from './http/execute.ts';
import type { Face } from './http/faces.ts';
import { buildServer } from './http/server.ts';
import { createIdTokens, createPasswordHasher } from './modules/identity/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Database } from './platform/transaction.ts';

export interface AppParts {
  readonly config: Config;
  readonly db: Database;
  readonly clock?: Clock;
  readonly logger?: FastifyServerOptions['logger'];
}

export interface App {
  /** The product's own server. */
  readonly server: FastifyInstance;
  /** Starts the product's port, and the emulator-style ones where they are on. */
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
  clock = systemClock,
  logger,
}: AppParts): Promise<App> {
  const idTokens = await createIdTokens({
    db,
    clock,
    secretKey: config.secretKey,
    issuer: config.publicUrl,
    audience: config.product.projectId,
  });
  const passwords = createPasswordHasher();
  const calls = createExecutor({ db, clock, settings: config.product, passwords, idTokens });
  const { execute, drained } = trackRunning(calls);
  const parts = { config, execute, db, idTokens, logger };
  const server = await buildServer(parts, 'all');
  const listeners: Listener[] = [{ server, port: config.port }];
  for (const { face, port } of emulatorFaces(config)) {
    listeners.push({ server: await buildServer(parts, face), port });
  }
  return {
    server,
    async listen() {
      await Promise.all(
        listeners.map((listener) =>
          listener.server.listen({ host: config.host, port: listener.port }),
        ),
      );
    },
    async close() {
      const deadline = setTimeout(() => {
        for (const listener of listeners) {
          listener.server.server.closeAllConnections();
        }
      }, slowestGoodbyeMs);
      await Promise.all(listeners.map((listener) => listener.server.close()));
      clearTimeout(deadline);
      await drained();
    },
  };
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
