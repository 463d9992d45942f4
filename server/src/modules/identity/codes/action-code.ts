import { type ActionCodeType, actionCodeType } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Identity } from '../accounts/identity-link.ts';

/** Allows one action, once, to the holder of a mailed link. */
export interface ActionCode {
  readonly type: ActionCodeType;
  /** Null for an unknown address: made like any other, and good for nothing. */
  readonly accountId: string | null;
  /**
   * The account's address when the code was made. RECOVER_EMAIL: the one that comes back. REVERT_VERIFICATION: the
   * verified one. CONTEST_RECOVERY: the lost one. CONFIRM_EMAIL_CHANGE: the new one.
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
const weekMs = 7 * dayMs;

/** How long a change of address that an operator has begun waits for the new mailbox. */
export const addressChangeLimitMs = weekMs;
/** How long a person can keep an account whose deletion an operator has planned. */
export const deletionGraceMs = weekMs;

type CodeGroup =
  /** Ends with the password: a person who knew it may have asked for the code. */
  | 'password'
  /** Ends when the account gets another address. */
  | 'address'
  /** Belongs to a change of address that an operator has begun. */
  | 'address-change'
  /** Opens nothing and shows its reader nothing of the account, so it works while the account is disabled. */
  | 'plan'
  /** Only takes a change back. A person may need it again if the change comes back. */
  | 'undo'
  /** Takes back a change of the ways to sign in. */
  | 'sign-in-undo'
  /** Takes back a change of the linked providers. A reset from the same mailbox removes them all, so it ends these codes. */
  | 'link-undo'
  /** For people who may have lost the account: what its holder does leaves the code. */
  | 'lost-account'
  /** The page of its link shows the new address. */
  | 'shows-new-email';

interface CodeKind {
  /** `mode` of its link, as Google's SDK parses it. */
  readonly mode: string;
  readonly lifeMs: number;
  readonly groups: readonly CodeGroup[];
}

export const codeKinds: Readonly<Record<ActionCodeType, CodeKind>> = {
  VERIFY_EMAIL: { mode: 'verifyEmail', lifeMs: dayMs, groups: ['address'] },
  PASSWORD_RESET: { mode: 'resetPassword', lifeMs: hourMs, groups: ['address', 'password'] },
  VERIFY_AND_CHANGE_EMAIL: {
    mode: 'verifyAndChangeEmail',
    lifeMs: dayMs,
    groups: ['address', 'password', 'shows-new-email'],
  },
  RECOVER_EMAIL: { mode: 'recoverEmail', lifeMs: weekMs, groups: ['undo', 'lost-account'] },
  REVERT_VERIFICATION: { mode: 'revertVerification', lifeMs: weekMs, groups: ['undo'] },
  REVERT_LINK: {
    mode: 'revertLink',
    lifeMs: weekMs,
    groups: ['undo', 'sign-in-undo', 'link-undo'],
  },
  REVERT_UNLINK: {
    mode: 'revertUnlink',
    lifeMs: weekMs,
    groups: ['undo', 'sign-in-undo', 'link-undo'],
  },
  REVERT_FACTORS: { mode: 'revertFactors', lifeMs: weekMs, groups: ['undo', 'sign-in-undo'] },
  CONTEST_RECOVERY: {
    mode: 'contestRecovery',
    lifeMs: weekMs,
    groups: ['undo', 'lost-account', 'shows-new-email'],
  },
  CONFIRM_EMAIL_CHANGE: {
    mode: 'confirmEmailChange',
    lifeMs: addressChangeLimitMs,
    groups: ['plan', 'address-change'],
  },
  STOP_EMAIL_CHANGE: {
    mode: 'stopEmailChange',
    lifeMs: addressChangeLimitMs,
    groups: ['plan', 'address-change', 'shows-new-email'],
  },
  KEEP_ACCOUNT: { mode: 'keepAccount', lifeMs: deletionGraceMs, groups: ['plan'] },
};

export function isCodeOf(group: CodeGroup, type: ActionCodeType): boolean {
  return codeKinds[type].groups.includes(group);
}

export function codesOf(group: CodeGroup): readonly ActionCodeType[] {
  return actionCodeType.options.filter((type) => isCodeOf(group, type));
}

type Purpose = Pick<
  ActionCode,
  'type' | 'accountId' | 'email' | 'newEmail' | 'userAgent' | 'identity'
> &
  Partial<Pick<ActionCode, 'keepsLinks' | 'undoesSince'>>;

export function newActionCode(purpose: Purpose, at: Date): ActionCode {
  const expiresAt = new Date(at.getTime() + codeKinds[purpose.type].lifeMs);
  return { keepsLinks: false, undoesSince: null, ...purpose, createdAt: at, expiresAt };
}

export type UsableCode = ActionCode & { readonly accountId: string };

/** Refuses a code that is unknown (spent ones are gone) or too old. */
export function requireUsable(code: ActionCode | undefined, now: Date): asserts code is UsableCode {
  refuseUnless(code?.accountId, 'auth/invalid-action-code');
  refuseIf(now >= code.expiresAt, 'auth/expired-action-code');
}
