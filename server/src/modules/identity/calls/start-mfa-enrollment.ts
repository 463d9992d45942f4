import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Account } from '../accounts/account.ts';
import { newEnrollment, sealEnrollment } from '../factors/enrollment.ts';
import { mostFactors } from '../factors/second-factor-store.ts';
import { periodSec } from '../factors/totp.ts';
import { readOwnAccount } from '../operation.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';

/** Makes the secret of a further authenticator app. */
export const startMfaEnrollment = readOwnAccount(
  contract.startMfaEnrollment,
  async (input, context) => {
    const { account, caller, clock, settings, factorSeal } = context;
    refuseUnless(input.totpEnrollmentInfo, 'auth/second-factor-off', 'Only codes of an app.');
    requireFactorAllowed(account, settings);
    requireRecentSignIn(caller, clock.now());

    const enrollment = newEnrollment(account.id, clock.now());
    return {
      totpSessionInfo: {
        sharedSecretKey: enrollment.secret,
        hashingAlgorithm: 'SHA1' as const,
        verificationCodeLength: 6 as const,
        periodSec,
        finalizeEnrollmentTime: new Date(enrollment.expiresAt).toISOString(),
        sessionInfo: sealEnrollment(enrollment, factorSeal),
      },
    };
  },
);

/** Refuses one more factor for an account that may not have it. */
export function requireFactorAllowed(account: Account, settings: contract.HearthConfig): void {
  refuseIf(settings.policy.secondFactor === 'off', 'auth/second-factor-off');
  refuseUnless(account.emailVerified, 'auth/unverified-email');
  const isFull = account.factorCount >= mostFactors;
  refuseIf(isFull, 'auth/maximum-second-factor-count-exceeded');
}
