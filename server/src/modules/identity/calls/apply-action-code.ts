import type { ActionCodeType } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type OwnEvent, recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { getAccount, setVerifiedEmail } from '../accounts/account-store.ts';
import { requireAdmitted } from '../accounts/admit-address.ts';
import { codesOf, isCodeOf } from '../codes/action-code.ts';
import { isEmailHeld, removeActionCodes } from '../codes/action-code-store.ts';
import { mailActionCode } from '../codes/mail-action-code.ts';
import { proveEmail } from '../codes/prove-email.ts';
import {
  type RedeemContext,
  type Redeeming,
  redeemActionCode,
} from '../codes/redeem-action-code.ts';
import { revertFactors, revertLink, revertUnlink } from '../codes/revert-sign-in-change.ts';
import { revokeAllAccess } from '../codes/revoke-all-access.ts';
import { restoreFactors } from '../factors/restore-factors.ts';
import {
  confirmAddressChange,
  endAddressChange,
  stopByMailbox,
} from '../planned/change-address.ts';
import { keepByMailbox } from '../planned/plan-deletion.ts';
import { voidPlans } from '../planned/void-plans.ts';
import type { Caller } from '../sessions/caller.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { disown } from './disown-account.ts';

type ApplyServices = RedeemContext & { readonly caller: Caller | undefined };

type Apply = (tx: Transaction, redeeming: Redeeming, context: ApplyServices) => Promise<void>;

interface AppliedCode {
  /** The account as it is then. */
  readonly account: Account;
  /** Whether the reader of the mailbox may see more of it than its address. */
  readonly isOwn: boolean;
}

/** Does what a mailed code is for. */
export async function applyActionCode(
  oobCode: string,
  context: ApplyServices,
): Promise<AppliedCode> {
  let isOwn = false;
  const account = await redeemActionCode(oobCode, context, async (tx, redeeming) => {
    const { type } = redeeming.code;
    isOwn = type !== 'CONTEST_RECOVERY' && !isCodeOf('plan', type);
    await appliers[type](tx, redeeming, context);
  });
  return { account, isOwn };
}

const appliers: Readonly<Record<ActionCodeType, Apply>> = {
  /** The code stays until it expires, so that a second click is no error. */
  async VERIFY_EMAIL(tx, { code, account }, context) {
    const { email, userAgent } = code;
    refuseIf(account.email !== email, 'auth/invalid-action-code');
    if (account.emailVerified) {
      return;
    }
    const isOwnSession = await isSessionOf(tx, account, context);
    await proveEmail(tx, account, context);
    if (!isOwnSession) {
      // The person who pressed may not be the one who is signed in to the account.
      const type = 'REVERT_VERIFICATION';
      await mailActionCode(tx, { type, account, email, userAgent }, context);
    }
  },

  async PASSWORD_RESET() {
    refuseIf(true, 'auth/invalid-action-code');
  },

  async VERIFY_AND_CHANGE_EMAIL(tx, { code, account, at }, context) {
    const { email, newEmail, undoesSince } = code;
    refuseUnless(newEmail !== null && account.email === email, 'auth/invalid-action-code');
    // Checked again: the policy may have changed since the link was mailed.
    await requireAdmitted(tx, { email: newEmail, purpose: 'address-change' }, context);
    await setVerifiedEmail(tx, { id: account.id, email: newEmail, at });
    const question = { email: newEmail, accountId: account.id, at };
    refuseIf(await isEmailHeld(tx, question), 'auth/email-already-in-use');
    await context.hooks.onEmailChanged(tx, account.id);
    await removeActionCodes(tx, { accountId: account.id, types: codesOf('address') });
    await endAddressChange(tx, { accountId: account.id, end: 'void' }, context);
    await recordAudit(tx, toEvent('account.email-changed', account, context));
    const recovery = { type: 'RECOVER_EMAIL', account, email, newEmail, undoesSince } as const;
    await mailActionCode(tx, recovery, context);
  },

  /** The account may be in another person's hands: what opens it is as it was before the change, without the password. */
  async RECOVER_EMAIL(tx, { code, account, at }, context) {
    const { id } = account;
    await setVerifiedEmail(tx, { id, email: code.email, at });
    await context.hooks.onEmailChanged(tx, id);
    await voidPlans(tx, id, context);
    // Codes that undo earlier changes stay: a thief who changed twice must not outlive the owner's.
    const asOf = code.undoesSince ?? code.createdAt;
    const codes = [
      { types: codesOf('address') },
      { types: codesOf('sign-in-undo'), since: asOf },
      { since: code.createdAt },
    ];
    await revokeAllAccess(tx, { accountId: id, passwordHash: null, codes, links: asOf, at });
    await restoreFactors(tx, { accountId: id, asOf, withFinal: true });
    await recordAudit(tx, toEvent('account.email-recovered', account, context));
    const recovered = await getAccount(tx, id);
    const claim = { account: recovered, email: code.email, since: asOf, at };
    await context.hooks.onAccountRecovered(tx, { ...claim, client: context.client });
    const reset = { type: 'PASSWORD_RESET', account, email: code.email, keepsLinks: true } as const;
    await mailActionCode(tx, reset, context);
    const { email } = account;
    if (email !== code.email) {
      const contest = { type: 'CONTEST_RECOVERY', account, email, newEmail: code.email } as const;
      await mailActionCode(tx, contest, context);
    }
  },

  /** Said from the mailbox that has lost the account: an operator decides whose it is. */
  async CONTEST_RECOVERY(tx, { code, account, at }, context) {
    const { email, createdAt: since } = code;
    const { client } = context;
    await removeActionCodes(tx, { accountId: account.id, types: ['CONTEST_RECOVERY'], email });
    await context.hooks.onRecoveryContested(tx, { account, email, since, at, client });
    await recordAudit(tx, toEvent('account.recovery-contested', account, context));
  },

  async REVERT_VERIFICATION(tx, redeeming, context) {
    await disown(tx, redeeming, context);
  },
  REVERT_LINK: revertLink,
  REVERT_UNLINK: revertUnlink,
  REVERT_FACTORS: revertFactors,
  CONFIRM_EMAIL_CHANGE: confirmAddressChange,
  STOP_EMAIL_CHANGE: stopByMailbox,
  KEEP_ACCOUNT: keepByMailbox,
};

/** Whether the request also carries an active session of the account: mailbox and session in one hand. */
async function isSessionOf(
  tx: Transaction,
  account: Account,
  { caller, ...services }: ApplyServices,
): Promise<boolean> {
  if (caller?.uid !== account.id) {
    return false;
  }
  await lockCaller(tx, { ...services, caller });
  return true;
}

function toEvent(
  action: OwnEvent['action'],
  { id }: Account,
  { clock, client }: ApplyServices,
): OwnEvent {
  return { action, actorId: id, subjectId: id, at: clock.now(), origin: client };
}
