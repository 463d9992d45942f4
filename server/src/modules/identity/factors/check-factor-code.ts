import type { Transaction } from '../../../platform/transaction.ts';
import type { FactorSeal } from './factor-seal.ts';
import { recordFactorUse, type SecondFactor } from './second-factor-store.ts';
import { matchStep, oldestStep } from './totp.ts';

/** `other-time`: a code of this factor that a wrong clock showed. */
export type CodeCheck = 'right' | 'wrong' | 'other-time';

interface TypedFactorCode {
  readonly factor: SecondFactor;
  /** 6 digits. */
  readonly code: string;
  readonly at: Date;
}

/** Checks a code of an authenticator app and uses its step up. Needs the account locked, so that no code works twice. */
export async function checkFactorCode(
  tx: Transaction,
  { factor, code, at }: TypedFactorCode,
  { open }: FactorSeal,
): Promise<CodeCheck> {
  const matched = matchStep(open(factor.sealedSecret), code, at);
  if (!matched || factor.spentSteps.includes(matched.step)) {
    return 'wrong';
  }
  const kept = factor.spentSteps.filter((step) => step >= oldestStep(at));
  const spentSteps = [...kept, matched.step];
  await recordFactorUse(tx, { id: factor.id, spentSteps, usedAt: matched.isGood ? at : null });
  return matched.isGood ? 'right' : 'other-time';
}

/** Refusal of a code that is not right. */
export const refusalOfCode = {
  wrong: 'auth/invalid-verification-code',
  'other-time': 'auth/verification-code-of-other-time',
} as const;
