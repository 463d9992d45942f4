import { randomSecret } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import { erasePerson, recordAudit } from '../audit/index.ts';
import { type Account, ownAddress } from './accounts/account.ts';
import { removeAccount } from './accounts/account-store.ts';
import {
  claimUnverifiedAccounts,
  isInUse,
  lockUnverifiedAccount,
  writeCheck,
} from './accounts/unverified-account-store.ts';
import { newActionCode } from './codes/action-code.ts';
import { insertActionCode } from './codes/action-code-store.ts';
import { toActionLink } from './codes/action-link.ts';
import type { IdentityHooks } from './hooks.ts';
import type { IdentityServices } from './operation.ts';
import type { Client } from './sessions/session.ts';

interface SweepParts extends Pick<IdentityServices, 'settings' | 'mails' | 'site'> {
  readonly db: Database;
  readonly hooks: Pick<IdentityHooks, 'beforeAccountDeletion' | 'holdsAnything'>;
}

interface Sweep extends SweepParts {
  readonly at: Date;
  readonly afterMs: number;
}

const dayMs = 86_400_000;
/** Between the mail that announces the removal and the removal. */
const noticeMs = 7 * dayMs;
const claimMs = 3_600_000;
const batch = 100;

const nobody: Client = { address: '', userAgent: '', cookieSession: false };

/**
 * Removes accounts that never proved their address and were not used after their first day, a week after mailing them.
 * Does nothing without a configured number of days.
 */
export async function sweepUnverifiedAccounts(parts: SweepParts, at: Date): Promise<void> {
  const days = parts.settings.removeUnverifiedAfterDays;
  if (days === null) {
    return;
  }
  const sweep = { ...parts, at, afterMs: days * dayMs };
  const createdBefore = new Date(at.getTime() - sweep.afterMs + noticeMs);
  const claimedUntil = new Date(at.getTime() + claimMs);
  let claimed: readonly string[];
  do {
    const claim = { at, createdBefore, claimedUntil, limit: batch };
    claimed = await claimUnverifiedAccounts(parts.db, claim);
    for (const id of claimed) {
      await parts.db.transaction().execute((tx) => checkAccount(tx, id, sweep));
    }
  } while (claimed.length === batch);
}

/** Everything is read again under the account's lock: the person may have come back meanwhile. */
async function checkAccount(tx: Transaction, id: string, sweep: Sweep): Promise<void> {
  const locked = await lockUnverifiedAccount(tx, id);
  if (!locked) {
    return;
  }
  const { account, warnedAt } = locked;
  const { at } = sweep;
  if (!(await isAbandoned(tx, account, sweep))) {
    const dueAt = new Date(at.getTime() + noticeMs);
    await writeCheck(tx, { accountId: id, dueAt, warnedAt: null });
    return;
  }
  const removalAt = warnedAt && toRemovalAt(account, warnedAt, sweep);
  if (removalAt === null || at.getTime() >= removalAt.getTime() + noticeMs) {
    // A warning of long ago does not count: the setting may have been off since.
    await warn(tx, account, sweep);
  } else if (at >= removalAt) {
    await remove(tx, account, sweep);
  } else {
    await writeCheck(tx, { accountId: id, dueAt: removalAt, warnedAt });
  }
}

async function isAbandoned(tx: Transaction, account: Account, { hooks }: Sweep): Promise<boolean> {
  const { id, createdAt, lastSignedInAt, emailVerified, disabledAt } = account;
  const firstDayEnd = new Date(createdAt.getTime() + dayMs);
  // Without the row of a disabled account, its person could sign up again.
  if (emailVerified || disabledAt !== null || lastSignedInAt > firstDayEnd) {
    return false;
  }
  const inUse = await isInUse(tx, { accountId: id, since: firstDayEnd });
  return !inUse && !(await hooks.holdsAnything(tx, id));
}

function toRemovalAt({ createdAt }: Account, warnedAt: Date, { afterMs }: Sweep): Date {
  return new Date(Math.max(createdAt.getTime() + afterMs, warnedAt.getTime() + noticeMs));
}

/** Mails a link that verifies the address until the account is removed. */
async function warn(tx: Transaction, account: Account, sweep: Sweep): Promise<void> {
  const { id, email, displayName: name } = account;
  const { at, mails, site } = sweep;
  const language = account.language ?? 'en';
  const removalAt = toRemovalAt(account, at, sweep);
  const oobCode = randomSecret();
  const type = 'VERIFY_EMAIL' as const;
  const code = newActionCode({ type, accountId: id, email, newEmail: null, userAgent: null }, at);
  await insertActionCode(tx, oobCode, { ...code, expiresAt: removalAt });
  await writeCheck(tx, { accountId: id, dueAt: removalAt, warnedAt: at });
  const link = toActionLink({ type, oobCode, language }, site);
  const days = Math.round((removalAt.getTime() - at.getTime()) / dayMs);
  await mails.queue(tx, {
    to: account,
    language,
    content: { kind: 'account-unused', name, link, days },
  });
}

async function remove(tx: Transaction, account: Account, { at, hooks }: Sweep): Promise<void> {
  await hooks.beforeAccountDeletion(tx, { account, at, client: nobody });
  await removeAccount(tx, account.id);
  await recordAudit(tx, {
    action: 'account.expired',
    actorId: null,
    subjectId: account.id,
    at,
    origin: nobody,
  });
  await erasePerson(tx, { uid: account.id, email: ownAddress(account) });
}
