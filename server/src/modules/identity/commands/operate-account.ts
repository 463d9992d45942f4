import type { Clock } from '../../../platform/clock.ts';
import { randomSecret } from '../../../platform/ids.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { type OwnEvent, recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { findAccountByEmail, findAccountById, setDisabled } from '../accounts/account-store.ts';
import { toKnownEmail } from '../accounts/email.ts';
import { newActionCode } from '../codes/action-code.ts';
import { insertActionCode } from '../codes/action-code-store.ts';
import { type ActionSite, toActionLink } from '../codes/action-link.ts';
import { voidEmailSignIns } from '../codes/email-sign-in-store.ts';
import { removeAllSessions, removeSessions } from '../sessions/session-store.ts';

/** Services for the operator's commands, which need no session and have no rate limits. */
export interface OperatorContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly site: ActionSite;
}

/** By uid or address; refuses when there is none. */
export async function getAccountFor(
  name: string,
  { db }: Pick<OperatorContext, 'db'>,
): Promise<Account> {
  const account = name.includes('@')
    ? await findAccountByEmail(db, await toKnownEmail(db, name))
    : await findAccountById(db, name);
  return account ?? refuse('auth/user-not-found');
}

/**
 * Disables the account or enables it again. Its sessions stay until it is enabled, so that requests learn the reason,
 * but none works afterwards.
 */
export async function setAccountDisabled(
  account: Account,
  disabled: boolean,
  context: OperatorContext,
): Promise<void> {
  const at = context.clock.now();
  await context.db.transaction().execute(async (tx) => {
    await setDisabled(tx, { id: account.id, disabled, at });
    if (!disabled) {
      await removeSessions(tx, { accountId: account.id, reason: 'operator', endedAt: at });
    }
    await recordOperation(tx, {
      action: disabled ? 'account.disabled' : 'account.enabled',
      subjectId: account.id,
      at,
    });
  });
}

/** Signs the person out everywhere; answers how many sessions there were. */
export async function endAccountSessions(
  account: Account,
  { db, clock }: OperatorContext,
): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const at = clock.now();
    const { id } = account;
    const ended = await removeSessions(tx, { accountId: id, reason: 'operator', endedAt: at });
    await voidEmailSignIns(tx, { accountId: id, at });
    await recordOperation(tx, { action: 'session.all-ended', subjectId: id, at });
    return ended;
  });
}

/** Signs everybody out everywhere; answers how many sessions there were. */
export async function endEverySession({ db, clock }: OperatorContext): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const at = clock.now();
    const ended = await removeAllSessions(tx, at);
    await voidEmailSignIns(tx, { at });
    await recordOperation(tx, { action: 'session.all-ended', subjectId: 'everybody', at });
    return ended;
  });
}

/** A link that sets a new password, to be handed over by the operator instead of a mail. */
export async function makePasswordLink(
  account: Account,
  { db, clock, site }: OperatorContext,
): Promise<string> {
  const oobCode = randomSecret();
  const at = clock.now();
  const { id, email } = account;
  const purpose = {
    type: 'PASSWORD_RESET',
    accountId: id,
    email,
    newEmail: null,
    userAgent: null,
  } as const;
  await db.transaction().execute(async (tx) => {
    await insertActionCode(tx, oobCode, newActionCode(purpose, at));
    await recordOperation(tx, { action: 'account.password-link-made', subjectId: id, at });
  });
  return toActionLink(
    { type: 'PASSWORD_RESET', oobCode, language: account.language ?? 'en' },
    site,
  );
}

type Happening = Pick<OwnEvent, 'action' | 'subjectId' | 'at'>;

/** A command has no session, so it has no actor. */
async function recordOperation(tx: Transaction, happening: Happening): Promise<void> {
  const origin = { address: '', userAgent: 'operator command line' };
  await recordAudit(tx, { ...happening, actorId: null, origin });
}
