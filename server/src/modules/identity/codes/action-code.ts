import type { ActionCodeType } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Identity } from '../accounts/identity-link.ts';

/** Allows one action, once, to the holder of a mailed link. */
export interface ActionCode {
  readonly type: ActionCodeType;
  /** Null for an unknown address: made like any other, and good for nothing. */
  readonly accountId: string | null;
  /**
   * The account's address when the code was made; for RECOVER_EMAIL the one that comes back, for
   * REVERT_VERIFICATION the one that was verified, for CONTEST_RECOVERY the one that the account lost, for
   * CONFIRM_EMAIL_CHANGE the new one.
   */
  readonly email: string;
  /** Address to change to; for RECOVER_EMAIL the one that it was changed to; for CONTEST_RECOVERY the one that came back. */
  readonly newEmail: string | null;
  /** User agent of the device that asked for the link; null if it is not known. */
  readonly userAgent: string | null;
  /** For REVERT_LINK the identity that was linked, for REVERT_UNLINK the one that was unlinked. */
  readonly identity?: Identity | undefined;
  /** For PASSWORD_RESET: whether the provider links stay. */
  readonly keepsLinks: boolean;
  /** For changes of the address: sign-in of the session that asked; null if that was the sign-up. */
  readonly undoesSince: Date | null;
  /** For REVERT_VERIFICATION also the instant of the verification. */
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a change of address that an operator has begun waits for the new mailbox. */
export const addressChangeLimitMs = 7 * dayMs;
/** How long a person can keep an account whose deletion an operator has planned. */
export const deletionGraceMs = 7 * dayMs;

const lifeMs: Readonly<Record<ActionCodeType, number>> = {
  VERIFY_EMAIL: dayMs,
  PASSWORD_RESET: hourMs,
  VERIFY_AND_CHANGE_EMAIL: dayMs,
  RECOVER_EMAIL: 7 * dayMs,
  REVERT_VERIFICATION: 7 * dayMs,
  REVERT_LINK: 7 * dayMs,
  REVERT_UNLINK: 7 * dayMs,
  REVERT_FACTORS: 7 * dayMs,
  CONTEST_RECOVERY: 7 * dayMs,
  CONFIRM_EMAIL_CHANGE: addressChangeLimitMs,
  STOP_EMAIL_CHANGE: addressChangeLimitMs,
  KEEP_ACCOUNT: deletionGraceMs,
};

/** Codes that end with the password: a person who knew it may have asked for them. */
export const passwordBoundCodes = ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'] as const;

/** Codes of a change of address that an operator has begun. */
export const addressChangeCodes = ['CONFIRM_EMAIL_CHANGE', 'STOP_EMAIL_CHANGE'] as const;

/** Codes that end when the account gets another address. */
export const codesOfAnAddress = [
  'VERIFY_EMAIL',
  'PASSWORD_RESET',
  'VERIFY_AND_CHANGE_EMAIL',
] as const;

/** Codes that open nothing and give their reader nothing of the account, so that they work while it is disabled. */
export const codesOfPlans: readonly ActionCodeType[] = [...addressChangeCodes, 'KEEP_ACCOUNT'];

/** Codes that end with a reset from the mailbox that they went to. It removes every linked provider, so nothing is left to undo. */
export const linkUndoingCodes = ['REVERT_LINK', 'REVERT_UNLINK'] as const;

/** Codes of people who may have lost the account: what its holder does leaves them. */
export const codesOfOthers = ['RECOVER_EMAIL', 'CONTEST_RECOVERY'] as const;

type Purpose = Pick<
  ActionCode,
  'type' | 'accountId' | 'email' | 'newEmail' | 'userAgent' | 'identity'
> &
  Partial<Pick<ActionCode, 'keepsLinks' | 'undoesSince'>>;

export function newActionCode(purpose: Purpose, at: Date): ActionCode {
  const expiresAt = new Date(at.getTime() + lifeMs[purpose.type]);
  return { keepsLinks: false, undoesSince: null, ...purpose, createdAt: at, expiresAt };
}

export type UsableCode = ActionCode & { readonly accountId: string };

/** Refuses a code that is unknown (spent ones are gone) or too old. */
export function requireUsable(code: ActionCode | undefined, now: Date): asserts code is UsableCode {
  refuseUnless(code?.accountId, 'auth/invalid-action-code');
  refuseIf(now >= code.expiresAt, 'auth/expired-action-code');
}
