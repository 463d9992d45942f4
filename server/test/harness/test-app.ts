import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import { expect, inject, onTestFinished } from 'vitest';
import type { AppServer } from '../../src/app/index.ts';
import { type App, type AppParts, createApp } from '../../src/boot/app.ts';
import { toReading } from '../../src/boot/load-app.ts';
import { openBrand } from '../../src/config/brand.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { PasswordHashing } from '../../src/modules/identity/index.ts';
import { type DatabaseLocation, openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import type { Database } from '../../src/platform/transaction.ts';
import { at, copyDatabase, dropDatabase } from './postgres.ts';

/** A clock that moves when told to. */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

export interface TestApp {
  readonly app: App;
  readonly server: App['server'];
  readonly db: Database;
  readonly clock: TestClock;
  readonly config: Config;
  close(): Promise<void>;
}

export interface TestSettings {
  readonly env?: Record<string, string>;
  readonly product?: Partial<Omit<HearthConfig, 'policy'>> & {
    readonly policy?: Partial<HearthConfig['policy']>;
  };
  /** Changes the settings as they were read, those of a product on Hearth too. */
  readonly adjust?: (product: HearthConfig) => HearthConfig;
  /** By the ids of confidential clients. */
  readonly clientSecrets?: Readonly<Record<string, string>>;
  readonly issuers?: AppParts['issuers'];
  readonly payments?: AppParts['payments'];
  readonly logger?: AppParts['logger'];
  /** A weak one where it is left out, since most tests sign somebody in. */
  readonly hashing?: PasswordHashing;
  /** Opens the product's connections, for tests that let some of them fail. */
  readonly open?: typeof openDatabase;
  /** Database that is copied; the migrated, empty one where it is left out. */
  readonly template?: string;
  /** Product time at the beginning; that of the machine where it is left out. */
  readonly startsAt?: Date;
  /** Product time passes only where a test moves it, so that sums by the second can be computed beforehand. */
  readonly standsStill?: boolean;
  /** Longest time that a request about money waits; that of the product where it is left out. */
  readonly answerDeadlineMs?: number;
  /** A product on Hearth, with the folder of its `config/` and `server/migrations/`; Hearth alone where it is left out. */
  readonly app?: { readonly appServer: AppServer; readonly folder: string };
  /** Delay of the event loop from which on requests are refused; 0 for never. */
  readonly slowestEventLoopMs?: number;
}

const weakHashing: PasswordHashing = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** The whole product on a database of its own, with a clock to move. */
export async function createTestApp({
  env,
  product,
  adjust = (settings) => settings,
  clientSecrets = {},
  issuers = {},
  payments,
  logger = { level: 'error' },
  hashing = weakHashing,
  open = openDatabase,
  template = inject('templateDatabase'),
  startsAt = new Date(),
  standsStill = false,
  slowestEventLoopMs = 0,
  answerDeadlineMs,
  app: onHearth,
}: TestSettings = {}): Promise<TestApp> {
  const database = `hearth_${randomBytes(8).toString('hex')}`;
  const postgres = inject('postgres');
  await copyDatabase(postgres, { name: database, template });
  const location = at(postgres, database);
  const { db, close } = open(location, () => {});
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-app-'));
  const reading = onHearth && { app: toReading(onHearth.appServer, onHearth.folder) };
  const web = join(import.meta.dirname, '../web-fixture');
  const read = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', ...env }, { ...reading, web });
  if (reading) {
    await migrate({ db, location }, read.folders.migrations, reading.app.migrations);
  }
  const { policy, ...parts } = product ?? {};
  const config = {
    ...read,
    // Follows the specification: `/` leads on.
    product: {
      ...adjust(read.product),
      landing: false,
      ...parts,
      policy: { ...read.product.policy, ...policy },
    },
    brand: openBrand({ ...read.product, ...parts }),
    clients: (product?.clients ?? []).map((one) => ({ ...one, secret: clientSecrets[one.id] })),
  };
  const clock = createTestClock(startsAt, standsStill);
  const seams = {
    clock,
    issuers,
    hashing,
    slowestEventLoopMs,
    ...(payments && { payments }),
    ...(onHearth && { appServer: onHearth.appServer }),
    ...(answerDeadlineMs !== undefined && { answerDeadlineMs }),
  };
  const app = await createApp({ config, db, location, ...seams, logger });
  return {
    app,
    server: app.server,
    db,
    clock,
    config,
    async close() {
      await app.close();
      await close();
      await rm(dataDir, { recursive: true, force: true });
      await dropDatabase(postgres, database);
    },
  };
}

/** For a test that needs an app of its own. */
export async function createOwnTestApp(settings: TestSettings): Promise<TestApp> {
  const own = await createTestApp(settings);
  onTestFinished(() => own.close());
  return own;
}

function createTestClock(startsAt: Date, standsStill: boolean): TestClock {
  const beganAtMs = Date.now();
  let movedMs = 0;
  return {
    now() {
      const passedMs = standsStill ? 0 : Date.now() - beganAtMs;
      return new Date(startsAt.getTime() + passedMs + movedMs);
    },
    advance(ms) {
      movedMs += ms;
    },
  };
}

/** Another process on the same database and clock, with connections and a log of its own. */
export async function openSecondApp(
  app: TestApp,
  logger: AppParts['logger'] = { level: 'error' },
  seams: Pick<AppParts, 'payments' | 'answerDeadlineMs'> = {},
): Promise<TestApp> {
  const location = await findLocation(app);
  const { config, clock } = app;
  const { db, close } = openDatabase(location, () => {});
  const parts = { config, db, location, clock, logger, hashing: weakHashing };
  const second = await createApp({ ...parts, ...seams });
  onTestFinished(() => second.close().then(close));
  return { ...app, app: second, server: second.server, db };
}

/** Where other connections to the database of an app open. */
export async function findLocation({ db }: TestApp): Promise<DatabaseLocation> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return at(inject('postgres'), rows[0]?.name ?? expect.fail());
}
