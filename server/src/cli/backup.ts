import { resolve } from 'node:path';
import { openPostgres } from '../boot/open-postgres.ts';
import { openClock } from '../boot/parts.ts';
import type { Config } from '../config/config.ts';
import { type ActionCount, countAccountChanges } from '../modules/audit/index.ts';
import { requireReconciling } from '../modules/billing/index.ts';
import { removeAllOperators, voidAllPlans } from '../modules/console/index.ts';
import { endHostedSignIns } from '../modules/hosted-sign-in/index.ts';
import { endAllSessionsAndCodes } from '../modules/identity/index.ts';
import { dropWaitingMails } from '../modules/mail/index.ts';
import { settleRestoredVersions } from '../modules/server-api/index.ts';
import { insertBackup } from '../platform/backup/kept-backups.ts';
import type { BackupHead } from '../platform/backup/manifest.ts';
import { type Restored, restoreBackup } from '../platform/backup/restore-backup.ts';
import { isTable } from '../platform/backup/tables.ts';
import { takeBackup } from '../platform/backup/take-backup.ts';
import { verifyBackup } from '../platform/backup/verify-backup.ts';
import { releaseAllJobs } from '../platform/jobs/job-store.ts';
import { productVersion } from '../platform/product-version.ts';
import { toCount } from '../platform/quantity.ts';
import type { Database, Transaction } from '../platform/transaction.ts';

/** Backs the database up as it is, whatever its schema, so that a backup can be taken before an upgrade. */
export async function backUp(name: string, config: Config): Promise<string> {
  const file = resolve(name);
  const { db, location, close } = await openPostgres(config, () => {}, { shared: true });
  try {
    const clock = (await isTable(db, 'public.clock_offset'))
      ? await openClock(config, db)
      : { now: () => new Date() };
    const { secretKey } = config;
    const parts = { location, secretKey, version: productVersion, at: clock.now() };
    const { takenAt, bytes, tables, rows } = await takeBackup(file, parts);
    if (await isTable(db, 'public.backups')) {
      await insertBackup(db, { takenAt, scheduled: false });
    }
    return [
      `${file}: ${tables} tables, ${rows} rows, ${bytes} bytes, as of ${takenAt.toISOString()}.`,
      'It holds password hashes: keep it where no one else can read it, and keep SECRET_KEY somewhere else.',
    ].join('\n');
  } finally {
    await close();
  }
}

/** Reads a backup to its end; touches no database. */
export async function verify(name: string, { secretKey }: Config): Promise<string> {
  const file = resolve(name);
  const { head, sums } = await verifyBackup(file, secretKey);
  const rows = sums.tables.reduce((total, table) => total + table.rows, 0);
  return `${file} is whole: ${sums.tables.length} tables, ${rows} rows, as of ${head.takenAt}, ${describeMaker(head)}.`;
}

/** Restores a backup into the empty database of the configuration. */
export async function restore(name: string, config: Config): Promise<string> {
  const file = resolve(name);
  const { db, location, close } = await openPostgres(config, () => {});
  try {
    const { secretKey, folders } = config;
    const { migrations, appMigrations } = folders;
    const parts = { db, location, secretKey, migrations, appMigrations };
    const restored = await restoreBackup(file, parts, (tx, head) => settle(tx, head, config));
    return describe(file, restored);
  } finally {
    await close();
  }
}

const weekMs = 7 * 86_400_000;

interface Settled {
  readonly sessions: number;
  readonly codes: number;
  readonly mails: number;
  /** Accounts that had a role. */
  readonly operators: number;
  /** Changes of accounts in the week before the backup. */
  readonly changes: readonly ActionCount[];
}

/** Ends what must not be done twice, and holds payments until they are compared. */
async function settle(tx: Transaction, head: BackupHead, config: Config): Promise<Settled> {
  const at = (await openClock(config, tx as Database)).now();
  const takenAt = new Date(head.takenAt);
  const changes = await countAccountChanges(tx, new Date(takenAt.getTime() - weekMs));

  await releaseAllJobs(tx);
  await settleRestoredVersions(tx);
  const mails = await dropWaitingMails(tx);
  await endHostedSignIns(tx);
  const operators = await removeAllOperators(tx);
  await voidAllPlans(tx);
  const ended = await endAllSessionsAndCodes(tx, at);
  await requireReconciling(tx, { takenAt, at });
  return { ...ended, mails, operators, changes };
}

function describe(file: string, restored: Restored<Settled>): string {
  const { head, sums, migrated, unknown, after } = restored;
  const { sessions, codes, mails, operators, changes } = after;
  const rows = sums.tables.reduce((total, table) => total + table.rows, 0);
  const counts = changes.map(({ action, count }) => `  ${String(count).padStart(7)} ${action}`);
  return [
    `Restored ${file}, ${describeMaker(head)}.`,
    `${sums.tables.length} tables with ${rows} rows have the checksums of the backup.`,
    ...(migrated.length > 0 ? [`Migrations applied since: ${migrated.join(', ')}.`] : []),
    ...(unknown.length > 0 ? [`Not tables of Hearth, left out: ${unknown.join(', ')}.`] : []),
    `Ended: ${toCount(sessions, 'session')} and ${toCount(codes, 'link')} in emails. Everyone has to sign in again.`,
    `Dropped: ${toCount(mails, 'waiting email')}; they may have been sent since the backup.`,
    ...(operators > 0
      ? [
          `Left out: roles of ${toCount(operators, 'operator')}. Give them again with operators add.`,
        ]
      : []),
    'Payments: nothing is charged until the next start has compared all projects with the payment provider; it logs "restored backup reconciled".',
    '',
    `Everything after ${head.takenAt} is lost. For accounts, this can mean:`,
    '  - accounts created since: they sign up again; `billing drift` names what they pay for',
    '  - accounts deleted or disabled since: they are back; delete or disable them again',
    '  - passwords, addresses and linked providers changed since: the earlier ones are valid again',
    '  - invitations revoked or rejected since: they are open again',
    '  - people who joined or left a project since, and permissions changed since',
    '  - API keys revoked since: they are valid again; revoke them again',
    '  - webhook endpoints removed or turned off since: they are on again; remove them again',
    '  - webhook secrets rotated since: the earlier ones sign again; rotate them again',
    '  - webhooks that waited at that time: they are sent again, with the ids that they had',
    '  - API keys and webhook endpoints made since: they are gone; make them again',
    '  - trials begun since: the same people can begin one again',
    ...(counts.length > 0 ? ['Account changes in the 7 days before the backup:', ...counts] : []),
  ].join('\n');
}

function describeMaker({ version, postgres }: BackupHead): string {
  return `made by Hearth ${version} on PostgreSQL ${Math.floor(postgres / 10_000)}`;
}
