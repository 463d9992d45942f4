import type { AppServer } from './app/index.ts';
import { type App, createApp } from './boot/app.ts';
import { explainFailure } from './boot/explain-failure.ts';
import { loadApp } from './boot/load-app.ts';
import { openPostgres } from './boot/open-postgres.ts';
import { type Config, ConfigFaults, readConfigOfThisProcess } from './config/config.ts';
import { socialWarnings } from './config/social.ts';
import { findBackupFolderFault } from './platform/backup/backup-folder.ts';
import { loggerOptions, openLogStream } from './platform/logger.ts';
import { migrate } from './platform/migrations.ts';
import { toCount } from './platform/quantity.ts';
import { reseal } from './platform/reseal.ts';
import { untilStopped } from './platform/stop-signals.ts';

/**
 * After the draining. Longer requests and jobs are cut off as by a crash: their transactions are undone, and a change of
 * money resumes at the next start.
 */
const longestStopMs = 9_000;

/** EX_CONFIG of sysexits.h, on which a service manager gives up. */
const wrongSettings = 78;

const stream = openLogStream();

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

interface Running {
  readonly drain: App['drain'];
  stop(): Promise<void>;
}

/** Starts everything in order. */
async function start(config: Config, appServer: AppServer): Promise<Running> {
  const postgres = await openPostgres(config, say);
  try {
    const { migrations, appMigrations } = config.folders;
    const applied = await migrate(postgres, migrations, appMigrations);
    if (applied.length > 0) {
      say(`The database is now at ${applied.at(-1)}.`);
    }
    const { db, location } = postgres;
    if (config.oldSecretKey !== undefined) {
      const count = await reseal(db, { from: config.oldSecretKey, to: config.secretKey });
      say(`${toCount(count, 'secret')} sealed anew under SECRET_KEY. Remove SECRET_KEY_OLD.`);
    }
    const logger = { ...loggerOptions, level: config.logLevel, stream };
    const app = await createApp({ config, db, location, logger, appServer });
    await app.listen();
    return {
      drain: app.drain,
      async stop() {
        await app.close();
        await postgres.close();
      },
    };
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

try {
  const { appServer, ...reading } = await loadApp();
  const config = readConfigOfThisProcess(reading);
  // Asked for before the start, so that a Ctrl-C during it leaves no PostgreSQL behind.
  const stopped = untilStopped();
  const running = await start(config, appServer);
  for (const warning of socialWarnings(config)) {
    say(warning);
  }
  const unwritable = config.backups && (await findBackupFolderFault(config.backups.folder));
  if (unwritable) {
    say(`No backups are taken. ${unwritable.problem} Fix: ${unwritable.fix}`);
  }
  say(`${config.product.productName} is ready at ${config.publicUrl}`);
  if (config.mode === 'local') {
    const mails = config.mail ? '' : `Emails are shown at ${config.publicUrl}/dev/mailbox. `;
    say(`${mails}${config.publicUrl}/dev/clock moves the time.`);
  }
  const signal = await stopped;
  say('Stopping.');
  // A person who presses Ctrl-C waits for nobody.
  if (signal === 'SIGTERM' && config.drainSeconds > 0) {
    await running.drain(config.drainSeconds);
  }
  setTimeout(() => {
    say('Stopped without waiting for the rest.');
    process.exit(1);
  }, longestStopMs).unref();
  await running.stop();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(error instanceof ConfigFaults ? wrongSettings : 1);
}
