import type { Config } from '../config/config.ts';
import type { PaymentProvider } from '../modules/billing/index.ts';
import type { SocialSettings } from '../modules/identity/index.ts';
import type { ProcessLimits } from '../platform/process-limits.ts';
import type { Database } from '../platform/transaction.ts';
import type { Finding } from './finding.ts';
import type { Arrival, Network } from './network.ts';

/** Questions that the checks may ask. None of them changes anything. */
export interface DoctorContext {
  readonly config: Config;
  /** Most connections to the database that a server with this configuration opens. */
  readonly connections: number;
  /** Time of this machine. */
  readonly now: () => Date;
  /** Product time, which local mode may have moved ahead. */
  readonly productNow: () => Promise<Date>;
  /** Throws CouldNotCheck if the database does not answer; `database` says why. */
  readonly database: () => Promise<Database>;
  readonly databaseFault: () => Promise<string | undefined>;
  /** Undefined if nobody takes money. */
  readonly payments: () => Promise<PaymentProvider | undefined>;
  readonly installation: () => Promise<string>;
  readonly network: Network;
  /** How a request to PUBLIC_URL arrives; all checks share one. */
  readonly askPublicUrl: () => Promise<Arrival>;
  /** Addresses of a host name; throws as `dns.lookup` does. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** TXT records; none if the name has none. */
  readonly readTexts: (name: string) => Promise<readonly string[]>;
  /** Limits of the running server, or of this program if the server does not answer. */
  readonly limits: () => Promise<ProcessLimits>;
  /** Whether the server was started so recently that work of an earlier time may still wait, as after a restored backup. */
  readonly isStarting: () => Promise<boolean>;
  readonly freeSpace: (folder: string) => Promise<FreeSpace>;
  /** Files that hold secrets. */
  readonly secretFiles: readonly string[];
  readonly issuers: SocialSettings['issuers'];
  readonly backups: Backups;
}

interface FreeSpace {
  /** Number of the disk, which several folders may share. */
  readonly disk: number;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Backups by the clock. */
interface Backups {
  /** Undefined if none are set up. */
  readonly schedule: { readonly folder: string; readonly everyHours: number } | undefined;
  /** Age of the newest one; undefined before the first one. */
  readonly readAgeSeconds: () => Promise<number | undefined>;
  /** Seconds since the newest scheduled one or, before the first one, since the database was made. */
  readonly readSecondsWithout: () => Promise<number>;
}

export interface Check {
  /** Names what could not be checked. */
  readonly name: string;
  readonly run: (context: DoctorContext) => Promise<readonly Finding[]>;
}
