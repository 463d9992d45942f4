import * as contract from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import { notifyFactorChange } from '../codes/notify-factor-change.ts';
import { newRecoveryCodes, toShownCode } from '../factors/recovery-code.ts';
import { replaceRecoveryCodes } from '../factors/recovery-code-store.ts';
import { change } from '../operation.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';

/** Replaces the caller's recovery codes. */
export const renewRecoveryCodes = change(contract.renewRecoveryCodes, async (_input, context) => {
  const { tx, caller, clock } = context;
  requireRecentSignIn(caller, clock.now());
  const account = await lockCaller(tx, context);
  const at = clock.now();
  refuseIf(account.factorCount === 0, 'auth/mfa-enrollment-not-found');

  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, { accountId: account.id, at, codes });
  await notifyFactorChange(tx, { account, factorChange: 'recovery-codes-renewed', at }, context);
  return { codes: codes.map(toShownCode) };
});
