import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfiguredTexts, HearthConfig, Language } from '@hearth/contract';
import { randomSecret } from '../platform/ids.ts';
import { type AppReading, type AppSources, readAppEnvironment } from './app-settings.ts';
import { type Brand, openBrand } from './brand.ts';
import { clientSecretFaults, readClients, type SignInClientConfig } from './clients.ts';
import { type Environment, environmentSchema } from './environment.ts';
import type { OtherLanguage } from './languages/language-folder.ts';
import { type MailServer, toMailServer } from './mail-server.ts';
import { type ObservingConfig, observingFaults, readObserving } from './observing.ts';
import { type PaymentsConfig, paymentsFaults, readPayments } from './payments.ts';
import { builtWeb, type ProductReading, readProduct } from './product.ts';
import { addressFaults, modeFault, productionFaults, secretFaults } from './rules.ts';
import { readSocial, type SocialConfig, socialFaults } from './social.ts';

/** Everything that a start decides, read once and frozen. */
export interface Config extends ObservingConfig {
  readonly mode: 'local' | 'production';
  readonly host: string;
  readonly port: number;
  /** How long a server that is asked to stop goes on answering. */
  readonly drainSeconds: number;
  /** Origin under which people reach the product; `iss` of ID tokens. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly apiKey: string;
  readonly secretKey: string;
  /** The one before, under which everything is sealed until the first start with the present one. */
  readonly oldSecretKey: string | undefined;
  /** Addresses or hop count of proxies whose X-Forwarded-* headers count. */
  readonly trustProxy: string | undefined;
  readonly corsOrigins: readonly string[];
  /** Front ends on other origins, with the secrets of those that keep one. */
  readonly clients: readonly SignInClientConfig[];
  /** Private hosts that webhooks may be sent to. */
  readonly webhookAllowedHosts: readonly string[];
  readonly webhookConcurrency: number;
  /** Addresses of accounts that may see what is sent to programs; in lower case. */
  readonly operators: readonly string[];
  /** Backups by the clock; undefined: none. */
  readonly backups: BackupSchedule | undefined;
  /** Off only in local mode. */
  readonly rateLimits: boolean;
  /** The mail server; undefined: mails go to the screen /dev/mailbox. */
  readonly mail: MailServer | undefined;
  /** Events less severe than this are not logged. */
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly social: SocialConfig;
  readonly payments: PaymentsConfig;
  readonly product: HearthConfig;
  readonly brand: Brand;
  readonly texts: ConfiguredTexts;
  /** Words of the languages beside English and Chinese. */
  readonly otherLanguages: Readonly<Record<Language, OtherLanguage>>;
  /** Folders with texts, each over those before it. */
  readonly localeFolders: readonly string[];
  /** Variables of the product on Hearth, and what its screens load from elsewhere. */
  readonly app: { readonly environment: object; readonly csp: AppSources };
  readonly folders: {
    readonly web: string;
    readonly migrations: string;
    readonly api: string;
    /** Migrations of the product on Hearth; undefined for Hearth alone. */
    readonly appMigrations?: string;
  };
}

interface BackupSchedule {
  readonly folder: string;
  readonly everyHours: number;
  /** Older ones are removed. */
  readonly keep: number;
}

/** All faults of a wrong configuration, one sentence each. */
export class ConfigFaults extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Settings that every start reads; it may hold secrets. Tests name one that is not there. */
export const environmentFile = resolve(root, process.env.HEARTH_ENV_FILE || '.env');

export interface Reading {
  /** Makes nothing: without a file `secret-key`, local mode's secret is empty. */
  readonly isReadOnly?: boolean;
  /** The product on Hearth; Hearth alone if it is left out. */
  readonly app?: AppReading;
  /** Folder of the built web; ours if it is left out. */
  readonly web?: string;
}

/** Variables of the environment win over those of the file. */
function loadEnvironmentFile(): void {
  if (existsSync(environmentFile)) {
    process.loadEnvFile(environmentFile);
  }
}

/** Asked before the configuration is read, which the product in `app/` adds to. */
export function isAppWanted(): boolean {
  loadEnvironmentFile();
  return process.env.HEARTH_APP !== 'off';
}

/** Reads `.env` if there is one, the environment and config/hearth.json. */
export function readConfigOfThisProcess(reading?: Reading): Config {
  loadEnvironmentFile();
  return readConfig(process.env, reading);
}

/** Throws ConfigFaults with everything that is wrong, not just the first. */
export function readConfig(
  env: NodeJS.ProcessEnv,
  { isReadOnly = false, app, web = folders.web }: Reading = {},
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  const file = resolve(root, given.HEARTH_CONFIG ?? 'config/hearth.json');
  const product = readProduct(file, { web, app });
  const appEnvironment = readAppEnvironment(given, app);
  const faults = [
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []),
    ...product.faults,
    ...appEnvironment.faults,
  ];
  if (parsed.data) {
    faults.push(
      ...environmentFaults(parsed.data, given),
      ...secretFaults(parsed.data),
      ...socialFaults(parsed.data),
      ...paymentsFaults(parsed.data),
      ...observingFaults(parsed.data),
    );
  }
  if (parsed.data && product.settings) {
    faults.push(...clientSecretFaults(parsed.data, product.settings));
  }
  if (!parsed.data || !product.settings || faults.length > 0) {
    throw new ConfigFaults(faults);
  }
  const environment = isReadOnly ? withFoundSecret(parsed.data) : parsed.data;
  const { settings, texts, otherLanguages, localeFolders } = product;
  return {
    ...toConfig(environment, settings, { texts, otherLanguages, localeFolders }),
    app: { environment: appEnvironment.read, csp: app?.csp ?? {} },
    folders: { ...folders, web, ...(app && { appMigrations: app.migrations }) },
  };
}

function environmentFaults(environment: Environment, given: NodeJS.ProcessEnv): string[] {
  const fault = modeFault(environment, given.HEARTH_MODE !== undefined);
  if (fault !== undefined) {
    return [fault];
  }
  return environment.HEARTH_MODE === 'production'
    ? productionFaults(environment)
    : addressFaults(environment);
}

function toConfig(
  environment: Environment,
  product: HearthConfig,
  words: Pick<ProductReading, 'texts' | 'otherLanguages' | 'localeFolders'>,
) {
  const dataDir = resolve(root, environment.DATA_DIR);
  const { PUBLIC_URL, PORT } = environment;
  const publicUrl =
    PUBLIC_URL === undefined ? `http://localhost:${PORT}` : new URL(PUBLIC_URL).origin;
  return Object.freeze({
    mode: environment.HEARTH_MODE,
    host: environment.HOST,
    port: PORT,
    drainSeconds: environment.DRAIN_SECONDS ?? (environment.HEARTH_MODE === 'local' ? 0 : 5),
    publicUrl,
    dataDir,
    databaseUrl: environment.DATABASE_URL,
    apiKey: environment.API_KEY,
    secretKey: environment.SECRET_KEY ?? localSecretKey(dataDir),
    oldSecretKey: environment.SECRET_KEY_OLD,
    trustProxy: environment.TRUST_PROXY,
    corsOrigins: environment.CORS_ORIGINS,
    clients: readClients(environment, product),
    webhookAllowedHosts: environment.WEBHOOK_ALLOWED_HOSTS,
    webhookConcurrency: environment.WEBHOOK_CONCURRENCY,
    operators: environment.OPERATOR_EMAILS,
    backups: toBackupSchedule(environment),
    rateLimits: environment.RATE_LIMITS === 'on',
    mail: toMailServer(environment, publicUrl),
    logLevel: environment.LOG_LEVEL,
    ...readObserving(environment),
    social: readSocial(environment, product),
    payments: readPayments(environment),
    product,
    brand: openBrand(product),
    ...words,
    folders,
  });
}

const folders = {
  web: builtWeb,
  migrations: join(root, 'server/migrations'),
  api: join(root, 'server/dist/api'),
};

function toBackupSchedule(environment: Environment): Config['backups'] {
  const { BACKUP_DIR, BACKUP_EVERY_HOURS, BACKUP_KEEP } = environment;
  return BACKUP_DIR === undefined
    ? undefined
    : { folder: resolve(root, BACKUP_DIR), everyHours: BACKUP_EVERY_HOURS, keep: BACKUP_KEEP };
}

/** With the secret that local mode has made, or an empty one before its first start. */
function withFoundSecret(environment: Environment): Environment {
  const isMade = existsSync(secretFileOf(resolve(root, environment.DATA_DIR)));
  return isMade ? environment : { ...environment, SECRET_KEY: environment.SECRET_KEY ?? '' };
}

/** File that local mode stores its generated secret in. */
export function secretFileOf(dataDir: string): string {
  return join(dataDir, 'secret-key');
}

/** Local mode makes its own secret once; production must name one. */
function localSecretKey(dataDir: string): string {
  const file = secretFileOf(dataDir);
  const secret = readOrMakeSecret(dataDir, file);
  if (secret.length < shortestSecret) {
    throw new ConfigFaults([`${file}: holds no secret. Restore it from a backup.`]);
  }
  return secret;
}

const shortestSecret = 32;

function readOrMakeSecret(dataDir: string, file: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) {
      keepNewSecret(file);
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigFaults([`DATA_DIR: ${dataDir} cannot be used (${reason}).`]);
  }
}

/** Whole and on disk before it has its name; of two programs that start together one wins. */
function keepNewSecret(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomSecret(), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw error;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
