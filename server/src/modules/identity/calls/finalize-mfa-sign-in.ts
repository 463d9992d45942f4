import * as contract from '@hearth/contract';
import { refuseAccount, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type Account, requireEnabled } from '../accounts/account.ts';
import { lockAccount } from '../accounts/account-store.ts';
import { notifyFactorChange } from '../codes/notify-factor-change.ts';
import { type CodeCheck, checkFactorCode, refusalOfCode } from '../factors/check-factor-code.ts';
import {
  countWrongCode,
  findPendingSignIn,
  removePendingSignIn,
} from '../factors/pending-sign-in-store.ts';
import { countRecoveryCodes, spendRecoveryCode } from '../factors/recovery-code-store.ts';
import { listSecondFactors } from '../factors/second-factor-store.ts';
import { readTypedCode, type TypedCode } from '../factors/typed-code.ts';
import { type IdentityServices, saga } from '../operation.ts';
import { admitSecondFactor } from '../passwords/admit-second-factor.ts';
import { openSession } from '../sessions/open-session.ts';

/** Opens the session of a sign-in that waits for a second factor. */
export const finalizeMfaSignIn = saga(contract.finalizeMfaSignIn, async (input, context) => {
  const { db, clock } = context;
  const { mfaPendingCredential: secret, mfaEnrollmentId: factorId } = input;
  const { verificationCode } = input.totpVerificationInfo ?? {};
  refuseUnless(secret, 'auth/missing-mfa-pending-credential');
  refuseUnless(verificationCode, 'auth/missing-verification-code');
  const typed = readTypedCode(verificationCode);
  refuseUnless(factorId || typed?.kind === 'recovery', 'auth/missing-mfa-enrollment-id');
  const at = clock.now();
  const found = await findPendingSignIn(db, { secret, at });
  refuseUnless(found, 'auth/invalid-mfa-pending-credential');
  const attempts = await admitSecondFactor(found.accountId, context);

  const outcome = await context.transaction(async (tx) => {
    const account = await lockAccount(tx, found.accountId);
    const pending = await findPendingSignIn(tx, { secret, at });
    refuseUnless(pending, 'auth/invalid-mfa-pending-credential');
    requireEnabled(account);
    const shown = await checkShown(tx, { account, typed, factorId }, context);
    if (shown.check !== 'right') {
      // Committed with the refusal after it: a wrong code counts.
      await countWrongCode(tx, secret);
      return shown;
    }
    await removePendingSignIn(tx, secret);
    const { provider } = pending;
    const signIn = { account, provider, secondFactor: shown.factorId, attempts };
    const tokens = await openSession(tx, signIn, context);
    return { check: shown.check, answer: { ...tokens, ...toCodesLeft(shown) } };
  });
  return outcome.check === 'right'
    ? outcome.answer
    : refuseAccount(refusalOfCode[outcome.check], found.accountId);
});

type ShownCheck =
  | { readonly check: Exclude<CodeCheck, 'right'> }
  | { readonly check: 'right'; readonly factorId: string; readonly codesLeft?: number };

async function checkShown(
  tx: Transaction,
  {
    account,
    typed,
    factorId,
  }: {
    readonly account: Account;
    readonly typed: TypedCode | undefined;
    readonly factorId: string | undefined;
  },
  context: IdentityServices,
): Promise<ShownCheck> {
  const at = context.clock.now();
  const factors = await listSecondFactors(tx, account.id);
  const factor = factors.find(({ id }) => id === factorId);
  refuseUnless(factor || !factorId, 'auth/mfa-enrollment-not-found');
  if (typed?.kind === 'totp' && factor) {
    const check = await checkFactorCode(tx, { factor, code: typed.code, at }, context.factorSeal);
    return check === 'right' ? { check, factorId: factor.id } : { check };
  }
  const { id: accountId } = account;
  const isSpent =
    typed?.kind === 'recovery' &&
    (await spendRecoveryCode(tx, { accountId, at, code: typed.code }));
  if (!isSpent) {
    return { check: 'wrong' };
  }
  await notifyFactorChange(tx, { account, factorChange: 'recovery-code-used', at }, context);
  const codesLeft = await countRecoveryCodes(tx, accountId);
  return { check: 'right', factorId: factorOfRecoveryCode, codesLeft };
}

/** Names the second factor of a session that a recovery code has opened. */
const factorOfRecoveryCode = 'recovery-code';

const toCodesLeft = ({ codesLeft }: { readonly codesLeft?: number }) =>
  codesLeft === undefined ? {} : { recoveryCodesLeft: codesLeft };
