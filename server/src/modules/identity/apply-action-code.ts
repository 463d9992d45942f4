import type { ActionCodeType } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import { type OwnEvent, recordAudit } from '../audit/index.ts';
import type { Account } from './account.ts';
import { getAccount, lockAccount, setPassword, setVerifiedEmail } from './account-store.ts';
import { requireUsable, type UsableCode } from './action-code.ts';
import {
  findActionCode,
  isEmailHeld,
  lockActionCode,
  removeActionCodes,
} from './action-code-store.ts';
import { removeIdentityLinks } from './identity-link-store.ts';
import { actionCodeBuckets } from './limits.ts';
import { mailActionCode } from './mail-action-code.ts';
import type { IdentityServices } from './operation.ts';
import { proveEmail } from './prove-email.ts';
import { removeSessions } from './session-store.ts';

type Context = IdentityServices & {
  readonly db: Database;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
};

interface Applying {
  readonly code: UsableCode;
  readonly account: Account;
  readonly at: Date;
}

type Apply = (tx: Transaction, applying: Applying, context: Context) => Promise<void>;

/** Does what a mailed code is for and answers the account as it is then. */
export async function applyActionCode(oobCode: string, context: Context): Promise<Account> {
  const { db, clock, client, limits } = context;
  const allowed = await limits.take(db, actionCodeBuckets(client.address));
  refuseUnless(allowed, 'auth/too-many-requests');
  const at = clock.now();
  const found = await findActionCode(db, oobCode);
  requireUsable(found, at);

  return await context.transaction(async (tx) => {
    // The account first, as everywhere: two who wait for each other would both fail.
    const account = await lockAccount(tx, found.accountId);
    const code = await lockActionCode(tx, oobCode);
    requireUsable(code, at);
    refuseIf(account.disabledAt !== null, 'auth/user-disabled');
    await appliers[code.type](tx, { code, account, at }, context);
    return await getAccount(tx, account.id);
  });
}

const appliers: Readonly<Record<ActionCodeType, Apply>> = {
  /** The code stays until it expires: a mail scanner that opened the link first spoils nothing. */
  async VERIFY_EMAIL(tx, { code, account }, context) {
    refuseIf(account.email !== code.email, 'auth/invalid-action-code');
    await proveEmail(tx, account, context);
  },

  async PASSWORD_RESET() {
    refuseIf(true, 'auth/invalid-action-code');
  },

  async VERIFY_AND_CHANGE_EMAIL(tx, { code, account, at }, context) {
    const { email, newEmail } = code;
    refuseUnless(newEmail !== null && account.email === email, 'auth/invalid-action-code');
    await setVerifiedEmail(tx, { id: account.id, email: newEmail, at });
    const question = { email: newEmail, accountId: account.id, at };
    refuseIf(await isEmailHeld(tx, question), 'auth/email-already-in-use');
    await context.hooks.onEmailChanged(tx, account.id);
    await removeActionCodes(tx, { accountId: account.id, types: codesOfAnAddress });
    await recordAudit(tx, toEvent('account.email-changed', account, context));
    await mailActionCode(tx, { type: 'RECOVER_EMAIL', account, email, newEmail }, context);
  },

  /** Somebody may have taken the account over: every way in but the mailbox is closed. */
  async RECOVER_EMAIL(tx, { code, account, at }, context) {
    const { id } = account;
    await setVerifiedEmail(tx, { id, email: code.email, at });
    await context.hooks.onEmailChanged(tx, id);
    await setPassword(tx, { id, passwordHash: null, at });
    await removeSessions(tx, { accountId: id });
    await removeIdentityLinks(tx, { accountId: id });
    await removeActionCodes(tx, { accountId: id, types: codesOfAnAddress });
    // Codes that undo earlier changes stay: a thief who changed twice must not outlive the owner's.
    await removeActionCodes(tx, { accountId: id, since: code.createdAt });
    await recordAudit(tx, toEvent('account.email-recovered', account, context));
    await mailActionCode(tx, { type: 'PASSWORD_RESET', account, email: code.email }, context);
  },
};

const codesOfAnAddress: readonly ActionCodeType[] = [
  'VERIFY_EMAIL',
  'PASSWORD_RESET',
  'VERIFY_AND_CHANGE_EMAIL',
];

function toEvent(
  action: OwnEvent['action'],
  { id }: Account,
  { clock, client }: Context,
): OwnEvent {
  return { action, actorId: id, subjectId: id, at: clock.now(), origin: client };
}
