import * as contract from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { toDisplayName } from '../accounts/account.ts';
import { getAccount } from '../accounts/account-store.ts';
import { notifyFactorChange } from '../codes/notify-factor-change.ts';
import { refusalOfCode } from '../factors/check-factor-code.ts';
import { openEnrollment } from '../factors/enrollment.ts';
import { newRecoveryCodes, toShownCode } from '../factors/recovery-code.ts';
import { replaceRecoveryCodes } from '../factors/recovery-code-store.ts';
import { insertSecondFactor } from '../factors/second-factor-store.ts';
import { matchStep } from '../factors/totp.ts';
import { readTypedCode } from '../factors/typed-code.ts';
import { enrollmentBuckets } from '../limits.ts';
import { type IdentityServices, saga } from '../operation.ts';
import { isPasskeyId } from '../passkeys/passkey-id.ts';
import type { Caller } from '../sessions/caller.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { renewSession } from '../sessions/renew-session.ts';
import { requireFactorAllowed } from './start-mfa-enrollment.ts';

/** Adds an authenticator app that shows a right code. */
export const finalizeMfaEnrollment = saga(
  contract.finalizeMfaEnrollment,
  async (input, context) => {
    const { db, caller, clock, limits, settings, factorSeal } = context;
    const { sessionInfo, verificationCode } = input.totpVerificationInfo ?? {};
    refuseUnless(sessionInfo, 'auth/missing-session-info');
    refuseUnless(verificationCode, 'auth/missing-verification-code');
    const displayName = toDisplayName(input.displayName ?? '');
    const enrollment = openEnrollment(sessionInfo, factorSeal);
    refuseUnless(enrollment?.accountId === caller.uid, 'auth/invalid-session-info');
    refuseIf(clock.now().getTime() >= enrollment.expiresAt, 'auth/enrollment-expired');
    const buckets = enrollmentBuckets(caller.uid);
    refuseUnless(await limits.take(db, buckets), 'auth/too-many-requests');
    const step = requireStep(enrollment.secret, verificationCode, clock.now());
    await limits.giveBack(db, buckets);

    return await context.transaction(async (tx) => {
      const account = await lockCaller(tx, context);
      const at = clock.now();
      requireFactorAllowed(account, settings);
      const { factorId: id, accountId, secret } = enrollment;
      await insertSecondFactor(tx, {
        id,
        accountId,
        displayName,
        sealedSecret: factorSeal.seal(secret),
        spentSteps: [step],
        enrolledAt: at,
        lastUsedAt: null,
      });
      const recoveryCodes = account.factorCount === 0 ? newRecoveryCodes() : undefined;
      if (recoveryCodes) {
        await replaceRecoveryCodes(tx, { accountId, at, codes: recoveryCodes });
      }
      await notifyFactorChange(tx, { account, factorChange: 'added', at }, context);
      const tokens = await goOn(tx, id, context);
      return { ...tokens, ...(recoveryCodes && { recoveryCodes: recoveryCodes.map(toShownCode) }) };
    });
  },
);

/** The step of a right code. */
function requireStep(secret: string, written: string, at: Date): number {
  const typed = readTypedCode(written);
  const matched = typed?.kind === 'totp' ? matchStep(secret, typed.code, at) : undefined;
  refuseUnless(matched, refusalOfCode.wrong);
  return matched.isGood ? matched.step : refuse(refusalOfCode['other-time']);
}

/** Ends all sessions of the account; the caller goes on in a new one, which has shown this factor, or still its passkey. */
export async function goOn(
  tx: Parameters<typeof renewSession>[0],
  secondFactor: string | null,
  context: IdentityServices & { readonly caller: Caller },
) {
  const account = await getAccount(tx, context.caller.uid);
  const caller = isPasskeyId(context.caller.secondFactor)
    ? context.caller
    : { ...context.caller, secondFactor };
  return await renewSession(tx, { account, reason: 'sign-in-changed' }, { ...context, caller });
}
