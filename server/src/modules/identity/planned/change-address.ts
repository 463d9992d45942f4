import type { PlanEnd } from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { type OwnEvent, recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { isEmailTaken, setVerifiedEmail } from '../accounts/account-store.ts';
import { isAdmitted, requireAdmitted } from '../accounts/admit-address.ts';
import { toNewEmail } from '../accounts/email.ts';
import { codesOf } from '../codes/action-code.ts';
import { isEmailHeld, removeActionCodes } from '../codes/action-code-store.ts';
import { voidEmailSignIns } from '../codes/email-sign-in-store.ts';
import { mailAccount } from '../codes/mail-account.ts';
import { mailActionCode } from '../codes/mail-action-code.ts';
import type { Redeeming } from '../codes/redeem-action-code.ts';
import type { IdentityServices } from '../operation.ts';
import { removeSessions } from '../sessions/session-store.ts';
import { type AddressChange, newAddressChange } from './address-change.ts';
import {
  findAddressChange,
  insertAddressChange,
  removeAddressChange,
  setConfirmed,
} from './address-change-store.ts';

/** Services for acts that are planned. */
export type PlanServices = Pick<
  IdentityServices,
  'clock' | 'client' | 'mails' | 'site' | 'settings' | 'hooks'
>;

/** `PlanServices`, with the operator who acts. */
export type PlanActing = PlanServices & {
  /** uid of the operator; null for the product itself. */
  readonly actorId: string | null;
};

interface WantedAddress {
  /** Locked by the caller. */
  readonly account: Account;
  /** New address as it was typed. */
  readonly email: string;
}

/** Begins a change of the address, in place of one that waits, and mails both mailboxes. */
export async function beginAddressChange(
  tx: Transaction,
  { account, email: written }: WantedAddress,
  context: PlanActing,
): Promise<void> {
  const { id: accountId } = account;
  const email = toNewEmail(written);
  const at = context.clock.now();
  await requireAdmitted(tx, { email, purpose: 'address-change' }, context);
  refuseUnless(await isFree(tx, { email, accountId, at }), 'auth/email-already-in-use');

  await endAddressChange(tx, { accountId, end: 'replaced' }, context);
  await insertAddressChange(tx, newAddressChange(accountId, email, at));
  await record(tx, { action: 'account.email-change-begun', account, at }, context);
  const confirmation = { type: 'CONFIRM_EMAIL_CHANGE', account, email, userAgent: null } as const;
  await mailActionCode(tx, confirmation, context);
  const old = { account, email: account.email, userAgent: null };
  await mailActionCode(tx, { type: 'STOP_EMAIL_CHANGE', ...old, newEmail: email }, context);
}

/** Ends a change that waits, without any effect on the address; answers whether there was one. */
export async function endAddressChange(
  tx: Transaction,
  { accountId, end }: { readonly accountId: string; readonly end: PlanEnd },
  { hooks }: Pick<IdentityServices, 'hooks'>,
): Promise<boolean> {
  const wasThere = await removeAddressChange(tx, accountId);
  if (wasThere) {
    await removeActionCodes(tx, { accountId, types: codesOf('address-change') });
    await hooks.onPlanEnded(tx, { accountId, act: 'change-address', end });
  }
  return wasThere;
}

/** Stops a change that waits, for an operator; answers whether there was one. */
export async function stopAddressChange(
  tx: Transaction,
  account: Account,
  context: PlanActing,
): Promise<boolean> {
  const at = context.clock.now();
  const wasThere = await endAddressChange(tx, { accountId: account.id, end: 'stopped' }, context);
  if (wasThere) {
    await record(tx, { action: 'account.email-change-stopped', account, at }, context);
  }
  return wasThere;
}

/** Said from the new mailbox. The code stays until the change has ended, so that a second press is no error. */
export async function confirmAddressChange(
  tx: Transaction,
  { code, account, at }: Redeeming,
  context: PlanServices,
): Promise<void> {
  const change = await findAddressChange(tx, account.id);
  refuseUnless(change?.email === code.email, 'auth/invalid-action-code');
  if (change.confirmedAt === null) {
    await setConfirmed(tx, { accountId: account.id, at });
    const actorId = account.id;
    const action = 'account.email-change-confirmed';
    await record(tx, { action, account, at }, { ...context, actorId });
  }
}

/** Said from the old mailbox. */
export async function stopByMailbox(
  tx: Transaction,
  { account, at }: Redeeming,
  context: PlanServices,
): Promise<void> {
  const ending = { accountId: account.id, end: 'stopped-by-person' } as const;
  refuseUnless(await endAddressChange(tx, ending, context), 'auth/invalid-action-code');
  const actorId = account.id;
  const action = 'account.email-change-stopped';
  await record(tx, { action, account, at }, { ...context, actorId });
}

/** Gives a change up that cannot take effect. */
export async function giveUpAddressChange(
  tx: Transaction,
  { account, end }: { readonly account: Account; readonly end: PlanEnd },
  context: PlanServices,
): Promise<void> {
  const at = context.clock.now();
  await endAddressChange(tx, { accountId: account.id, end }, context);
  const action = 'account.email-change-given-up';
  await record(tx, { action, account, at }, { ...context, actorId: null });
}

/** Why a confirmed change cannot take effect; undefined if it can. */
export async function findObstacle(
  tx: Transaction,
  { accountId, email }: AddressChange,
  context: PlanServices,
): Promise<PlanEnd | undefined> {
  if (!(await isFree(tx, { email, accountId, at: context.clock.now() }))) {
    return 'address-taken';
  }
  const isAllowed = await isAdmitted(tx, { email, purpose: 'address-change' }, context);
  return isAllowed ? undefined : 'not-allowed';
}

/** Gives the account its new address and ends its sessions. The old mailbox can undo it for a week, if it was proven. */
export async function takeNewAddress(
  tx: Transaction,
  { account, change }: { readonly account: Account; readonly change: AddressChange },
  context: PlanServices,
): Promise<void> {
  const { id, email } = account;
  const { email: newEmail } = change;
  const at = context.clock.now();
  // Those of the old mailbox, so before the account has the new one.
  await voidEmailSignIns(tx, { accountId: id, at });
  await setVerifiedEmail(tx, { id, email: newEmail, at });
  await context.hooks.onEmailChanged(tx, id);
  await removeSessions(tx, { accountId: id, reason: 'operator', endedAt: at });
  await removeActionCodes(tx, { accountId: id, types: codesOf('address') });
  await endAddressChange(tx, { accountId: id, end: 'done' }, context);
  await record(tx, { action: 'account.email-changed', account, at }, { ...context, actorId: null });
  // A mailbox that never was the person's must not get the account.
  if (account.emailVerified) {
    const recovery = { type: 'RECOVER_EMAIL', account, email, newEmail, userAgent: null } as const;
    await mailActionCode(tx, recovery, context);
  }
  const moved = { ...account, email: newEmail, emailVerified: true };
  const content = (name: string) => ({ kind: 'email-changed', name }) as const;
  await mailAccount(tx, { account: moved, content }, context);
}

async function isFree(
  db: Database,
  question: { readonly email: string; readonly accountId: string; readonly at: Date },
): Promise<boolean> {
  return !(await isEmailTaken(db, question.email)) && !(await isEmailHeld(db, question));
}

async function record(
  tx: Transaction,
  {
    action,
    account,
    at,
  }: { readonly action: OwnEvent['action']; readonly account: Account; readonly at: Date },
  { actorId, client: origin }: Pick<PlanActing, 'actorId' | 'client'>,
): Promise<void> {
  await recordAudit(tx, { action, actorId, subjectId: account.id, at, origin });
}
