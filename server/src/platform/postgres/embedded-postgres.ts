import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { findInstalledBinaries } from './postgres-binaries.ts';
import { openCluster } from './postgres-cluster.ts';
import { prepareDatabase, programRole } from './postgres-database.ts';
import { openDataFolder, openSocketFolder, PORT } from './postgres-folders.ts';
import { connectOrLaunch, takeOwnership } from './postgres-owner.ts';
import {
  abandonPostmaster,
  type Cluster,
  readPostmaster,
  stopOtherUsers,
  stopPostmaster,
} from './postgres-postmaster.ts';
import { chooseRunner } from './postgres-runner.ts';

export interface EmbeddedPostgres {
  connection: { host: string; port: number; user: string; database: string; ssl: false };
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: (sentence: string) => void;
  /** PostgreSQL settings on top of ours. */
  settings?: Record<string, string>;
  /** The folder that holds bin/, lib/ and share/ instead of the one that npm installed. */
  binariesDir?: string;
  /** Another program owns the folder now: this one must not go on. */
  onLost?: (sentence: string) => void;
  unsharePath?: string;
  /** May go on beside the program that owns the folder; it then leaves PostgreSQL to that one. */
  shared?: boolean;
}

const LONGEST_PAUSE_MS = 10_000;

/** Starts the PostgreSQL of a data folder, or adopts the running one, and keeps it running until stopped. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(options);
  const supervisor = new Supervisor(cluster, options);
  await supervisor.start();
  return {
    connection: {
      host: cluster.socketFolder,
      port: PORT,
      user: programRole,
      database: 'hearth',
      ssl: false,
    },
    stop: () => supervisor.stop(),
  };
}

async function prepareCluster(options: EmbeddedPostgresOptions): Promise<Cluster> {
  const binariesDir = options.binariesDir ?? findInstalledBinaries();
  const dataDir = await openDataFolder(options.dataDir);
  const runner = await chooseRunner({
    dataDir,
    binariesDir,
    unsharePath: options.unsharePath ?? 'unshare',
  });
  return {
    runner,
    folder: await openCluster(dataDir, runner, options.log),
    socketFolder: await openSocketFolder(dataDir, runner),
    logFile: join(dataDir, 'postgres.log'),
    settings: options.settings ?? {},
    log: options.log,
  };
}

class Supervisor {
  readonly #cluster: Cluster;
  readonly #options: EmbeddedPostgresOptions;
  #owner: pg.Client | undefined;
  readonly #stopping = new AbortController();
  #recovery: Promise<void> | undefined;
  readonly #abandon = () => abandonPostmaster(this.#cluster.folder);

  constructor(cluster: Cluster, options: EmbeddedPostgresOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  async start(): Promise<void> {
    if (!(await this.#own()) && this.#options.shared !== true) {
      throw new Error(this.#taken);
    }
  }

  /** Does nothing to a PostgreSQL that another program owns by now. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery;
    const postmaster = this.#owner && (await readPostmaster(this.#cluster.folder));
    if (postmaster) {
      await stopPostmaster(this.#cluster.folder, postmaster);
    }
    await this.#owner?.end();
  }

  async #recover(): Promise<void> {
    const { log, onLost } = this.#options;
    const { signal } = this.#stopping;
    for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      log('PostgreSQL ended unexpectedly. Starting it again.');
      try {
        const isOurs = await this.#own();
        log(isOurs ? 'PostgreSQL is running again.' : this.#taken);
        if (!isOurs) {
          onLost?.(this.#taken);
        }
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #own(): Promise<boolean> {
    const client = await connectOrLaunch(this.#cluster);
    try {
      // A program that may share the folder does not wait for it to become free.
      if (await takeOwnership(client, this.#options.shared ? { waitMs: 0 } : {})) {
        // A PostgreSQL that an earlier version started may still run as root.
        if (await stopOtherUsers(this.#cluster)) {
          return await this.#own();
        }
        await prepareDatabase(client, this.#cluster.socketFolder);
        this.#guard(client);
      }
    } finally {
      if (this.#owner !== client) {
        await client.end();
      }
    }
    return this.#owner === client;
  }

  /** PostgreSQL counts as ended when the owner's connection ends, also if another process started it. */
  #guard(client: pg.Client): void {
    this.#owner = client;
    process.once('exit', this.#abandon);
    client.once('end', () => {
      this.#owner = undefined;
      process.removeListener('exit', this.#abandon);
      this.#recovery ??= this.#recover().finally(() => {
        this.#recovery = undefined;
      });
    });
  }

  get #taken(): string {
    return `Another Hearth is running on ${this.#options.dataDir}. Stop it first, or choose another folder with DATA_DIR.`;
  }
}
