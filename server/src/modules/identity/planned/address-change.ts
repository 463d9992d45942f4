import type { Account } from '../accounts/account.ts';
import { addressChangeLimitMs } from '../codes/action-code.ts';

/** A change of address that an operator has begun: the new mailbox confirms it, and the old one may stop it. */
export interface AddressChange {
  readonly accountId: string;
  /** New address. */
  readonly email: string;
  readonly begunAt: Date;
  /** It does not take effect before. */
  readonly takesEffectAt: Date;
  /** It is given up then, unless it can take effect. */
  readonly givesUpAt: Date;
  /** Null until the new mailbox has confirmed it. */
  readonly confirmedAt: Date | null;
}

/** How long the old mailbox has at least to stop a change. */
const stoppableMs = 24 * 3_600_000;

export function newAddressChange(accountId: string, email: string, at: Date): AddressChange {
  return {
    accountId,
    email,
    begunAt: at,
    takesEffectAt: new Date(at.getTime() + stoppableMs),
    givesUpAt: new Date(at.getTime() + addressChangeLimitMs),
    confirmedAt: null,
  };
}

/** Next step of a change that waits. One of a disabled account takes effect only after the account is enabled. */
export function toDueStep(
  { takesEffectAt, givesUpAt, confirmedAt }: AddressChange,
  { disabledAt }: Pick<Account, 'disabledAt'>,
  at: Date,
): 'take-effect' | 'give-up' | 'wait' {
  if (confirmedAt !== null && disabledAt === null && at >= takesEffectAt) {
    return 'take-effect';
  }
  return at >= givesUpAt ? 'give-up' : 'wait';
}
