import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Config, environmentFile, secretFileOf } from '../config/config.ts';
import type { DoctorContext } from '../doctor/context.ts';
import { CouldNotCheck } from '../doctor/finding.ts';
import { createNetwork, lookUp, type NetworkParts, readTexts } from '../doctor/network.ts';
import { readInstallation } from '../modules/billing/index.ts';
import { readBackupAgeSeconds, readSecondsWithoutBackup } from '../platform/backup/kept-backups.ts';
import { systemClock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/database.ts';
import { readProcessLimits } from '../platform/process-limits.ts';
import { countConnections } from './connections.ts';
import { openPayments } from './open-payments.ts';
import { openExistingPostgres } from './open-postgres.ts';
import { openClock } from './parts.ts';

/** Things that the doctor looks at: this machine, the network, the database. Tests look elsewhere. */
export interface Surroundings
  extends Pick<
      DoctorContext,
      'backups' | 'freeSpace' | 'issuers' | 'isStarting' | 'limits' | 'lookup' | 'now' | 'readTexts'
    >,
    Pick<NetworkParts, 'authorities'> {
  readonly open: (config: Config) => Promise<OpenDatabase>;
  readonly environmentFile: string;
}

/** Due work is begun every minute; a backup may take longer. */
const startingMs = 5 * 60_000;

const real: Omit<Surroundings, 'backups' | 'isStarting'> = {
  now: () => new Date(),
  lookup: lookUp,
  readTexts,
  limits: readProcessLimits,
  freeSpace: readFreeSpace,
  issuers: {},
  // A stopped one of our own is started for the time of the checks.
  open: (config) => openExistingPostgres(config, nothing),
  environmentFile,
};

/** Opens nothing before a check asks for it. */
export function openDoctor(config: Config, elsewhere: Partial<Surroundings>) {
  const around = { ...real, ...elsewhere };
  const { secretKey, publicUrl, dataDir } = config;
  const network = createNetwork({ ...around, secretKey });
  const askPublicUrl = once(() => network.ask({ origin: publicUrl }));
  const opened = once(() => around.open(config));
  const databaseFault = () => opened().then(nothing, toSentence);

  async function requireOpen(): Promise<OpenDatabase> {
    return await opened().catch(() => {
      throw new CouldNotCheck('the database cannot be used');
    });
  }

  const installation = once(async () => await readInstallation((await requireOpen()).db));
  const payments = once(async () => await openPaymentsOf(config, await requireOpen()));
  const clock = once(async () => await openClock(config, (await requireOpen()).db));
  const context: DoctorContext = {
    backups: {
      schedule: config.backups,
      readAgeSeconds: async () =>
        await readBackupAgeSeconds(
          (await requireOpen()).db,
          (await clock()).now(),
          config.backups ? 'scheduled' : 'all',
        ),
      readSecondsWithout: async () =>
        await readSecondsWithoutBackup((await requireOpen()).db, (await clock()).now()),
    },
    isStarting: async () =>
      ((await askPublicUrl().catch(nothing))?.echo?.runningMs ?? startingMs) < startingMs,
    ...around,
    config,
    connections: countConnections(config.payments.provider),
    network,
    askPublicUrl,
    databaseFault,
    installation,
    database: async () => (await requireOpen()).db,
    payments: async () =>
      config.payments.provider === 'none' ? undefined : (await payments()).provider,
    productNow: async () => (await clock()).now(),
    limits: async () => (await askPublicUrl().catch(nothing))?.echo?.limits ?? around.limits(),
    secretFiles: [secretFileOf(dataDir), around.environmentFile],
  };
  return {
    context,
    async close() {
      await payments.made()?.then(({ close }) => close(), nothing);
      await opened.made()?.then(({ close }) => close(), nothing);
    },
  };
}

async function openPaymentsOf(config: Config, { db, location }: OpenDatabase) {
  return openPayments({
    config,
    db,
    location,
    clock: systemClock,
    installation: await readInstallation(db),
    // The check that asks next says so.
    onError: nothing,
    log: { error: nothing, warn: nothing },
  });
}

async function readFreeSpace(folder: string) {
  let found = folder;
  while (!existsSync(found) && dirname(found) !== found) {
    found = dirname(found);
  }
  const { bavail, blocks, bsize } = await statfs(found);
  const { dev: disk } = await stat(found);
  return { disk, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Our sentence with its cause, on one line. */
function toSentence(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const words = error.message.replaceAll('\n', ' ').replace(/\.?\s*$/, '.');
  return error.cause === undefined ? words : `${words} ${toSentence(error.cause)}`;
}

function nothing(): undefined {
  return undefined;
}

/** Does the work when it is first asked for; `made` answers it only if it was. */
function once<Result>(work: () => Promise<Result>) {
  let result: Promise<Result> | undefined;
  const ask = () => {
    result ??= work();
    return result;
  };
  return Object.assign(ask, { made: () => result });
}
