import type { Clock } from '../../../platform/clock.ts';
import { randomSecret } from '../../../platform/ids.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { type OwnEvent, recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import {
  findAccountByEmail,
  findAccountById,
  setDisabled,
  setVerifiedEmail,
} from '../accounts/account-store.ts';
import { toKnownEmail } from '../accounts/email.ts';
import { newActionCode } from '../codes/action-code.ts';
import { insertActionCode } from '../codes/action-code-store.ts';
import { type ActionSite, toActionLink } from '../codes/action-link.ts';
import { voidEmailSignIns } from '../codes/email-sign-in-store.ts';
import { mailActionCode } from '../codes/mail-action-code.ts';
import { removeAllFactors } from '../factors/remove-all-factors.ts';
import type { Services } from '../operation.ts';
import { removeAllSessions, removeSessions } from '../sessions/session-store.ts';
import { liftLimits } from './limits-of-account.ts';

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

/** Who operates on an account: an operator's session, or the command line, which is no account. */
export interface Operating extends Pick<Services, 'clock' | 'client' | 'mails' | 'site'> {
  readonly actorId: string | null;
}

/** Client of commands, in records of what happened. */
export const commandLine = {
  address: '',
  userAgent: 'operator command line',
  cookieSession: false,
};

/** Answers how many sessions or second factors it ended, for operations that end some. */
type Operate = (tx: Transaction, account: Account, operating: Operating) => Promise<number>;

/** Operations on a locked account by operators. They have no limits and need no session of the person. */
export const accountOperations = {
  /** Its sessions stay until it is enabled, so that requests learn the reason, but none works afterwards. */
  async disable(tx, { id }, operating) {
    const at = operating.clock.now();
    await setDisabled(tx, { id, disabled: true, at });
    await record(tx, { action: 'account.disabled', subjectId: id }, operating);
    return 0;
  },
  async enable(tx, { id }, operating) {
    const at = operating.clock.now();
    await setDisabled(tx, { id, disabled: false, at });
    await removeSessions(tx, { accountId: id, reason: 'operator', endedAt: at });
    await record(tx, { action: 'account.enabled', subjectId: id }, operating);
    return 0;
  },
  async 'end-sessions'(tx, { id }, operating) {
    const at = operating.clock.now();
    const ended = await removeSessions(tx, { accountId: id, reason: 'operator', endedAt: at });
    await voidEmailSignIns(tx, { accountId: id, at });
    await record(tx, { action: 'session.all-ended', subjectId: id }, operating);
    return ended;
  },
  /** Removes the second factors of a person who has lost them all, and mails a link that takes it back. */
  async 'remove-factors'(tx, account, operating) {
    const { id, email } = account;
    const at = operating.clock.now();
    const removed = await removeAllFactors(tx, { accountId: id, at });
    if (removed > 0) {
      await removeSessions(tx, { accountId: id, reason: 'operator', endedAt: at });
      await record(tx, { action: 'account.factors-removed', subjectId: id }, operating);
      const about = { account, email, at, userAgent: null };
      const factorChange = 'removed-by-operator';
      await mailActionCode(tx, { type: 'REVERT_FACTORS', ...about, factorChange }, operating);
    }
    return removed;
  },
  async verify(tx, { id, email, emailVerified }, operating) {
    if (!emailVerified) {
      await setVerifiedEmail(tx, { id, email, at: operating.clock.now() });
      await record(tx, { action: 'account.email-verified', subjectId: id }, operating);
    }
    return 0;
  },
  async 'send-reset'(tx, account, operating) {
    const mail = {
      type: 'PASSWORD_RESET',
      account,
      email: account.email,
      userAgent: null,
    } as const;
    await mailActionCode(tx, mail, operating);
    return 0;
  },
  async 'lift-limits'(tx, account) {
    await liftLimits(tx, account);
    return 0;
  },
} as const satisfies Readonly<Record<string, Operate>>;

/** Signs everybody out everywhere; answers how many sessions there were. */
export async function endEverySession({ db, clock }: OperatorContext): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const at = clock.now();
    const ended = await removeAllSessions(tx, at);
    await voidEmailSignIns(tx, { at });
    const byCommand = { actorId: null, client: commandLine, clock };
    await record(tx, { action: 'session.all-ended', subjectId: 'everybody' }, byCommand);
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
    const byCommand = { actorId: null, client: commandLine, clock };
    await record(tx, { action: 'account.password-link-made', subjectId: id }, byCommand);
  });
  return toActionLink(
    { type: 'PASSWORD_RESET', oobCode, language: account.language ?? 'en' },
    site,
  );
}

type Happening = Pick<OwnEvent, 'action' | 'subjectId'>;

async function record(
  tx: Transaction,
  happening: Happening,
  { actorId, client: origin, clock }: Pick<Operating, 'actorId' | 'client' | 'clock'>,
): Promise<void> {
  await recordAudit(tx, { ...happening, actorId, at: clock.now(), origin });
}
