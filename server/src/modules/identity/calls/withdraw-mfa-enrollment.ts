import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { notifyFactorChange } from '../codes/notify-factor-change.ts';
import { removeRecoveryCodes } from '../factors/recovery-code-store.ts';
import { removeSecondFactors } from '../factors/second-factor-store.ts';
import { change } from '../operation.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { goOn } from './finalize-mfa-enrollment.ts';

/** Removes a second factor; the last one takes the recovery codes along. */
export const withdrawMfaEnrollment = change(
  contract.withdrawMfaEnrollment,
  async (input, context) => {
    const { tx, caller, clock } = context;
    const { mfaEnrollmentId: id } = input;
    refuseUnless(id, 'auth/missing-mfa-enrollment-id');
    requireRecentSignIn(caller, clock.now());
    const account = await lockCaller(tx, context);
    const at = clock.now();
    // A person who removes a stolen phone has signed in without it: a link in its mailbox must not bring it back.
    const isFinal = caller.secondFactor !== id;
    const removed = await removeSecondFactors(tx, { accountId: account.id, id, at, isFinal });
    refuseUnless(removed, 'auth/mfa-enrollment-not-found');

    const isLast = account.factorCount === 1;
    if (isLast) {
      await removeRecoveryCodes(tx, { accountId: account.id, at });
    }
    await notifyFactorChange(tx, { account, factorChange: 'removed', at, isFinal }, context);
    return await goOn(tx, isLast ? null : caller.secondFactor, context);
  },
);
