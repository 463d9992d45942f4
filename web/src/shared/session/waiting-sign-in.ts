import type {
  finalizeMfaSignIn,
  OutputOf,
  RequestOf,
  signInWithIdp,
  signInWithPassword,
} from '@hearth/contract';

type FirstAnswer = OutputOf<typeof signInWithPassword> | OutputOf<typeof signInWithIdp>;
type WaitingAnswer = Extract<FirstAnswer, { readonly mfaPendingCredential: string }>;

/** Code as it was typed. */
interface ShownCode {
  readonly code: string;
  /** Left out with a recovery code. */
  readonly factorId: string | undefined;
}

/** Sign-in whose first factor was right, while a code is asked for. It lives in memory only. */
export interface WaitingSignIn {
  readonly factors: WaitingAnswer['mfaInfo'];
  /** Answers how many recovery codes are left, if one was used. */
  show(shown: ShownCode): Promise<number | undefined>;
}

/** Asks the person for a code and shows it; answers false if they turn back. */
export type AskForCode = (waiting: WaitingSignIn) => Promise<boolean>;

export function isWaiting<Answer extends object>(
  answer: Answer,
): answer is Extract<Answer, { readonly mfaPendingCredential: string }> {
  return 'mfaPendingCredential' in answer;
}

export function toWaitingSignIn(
  { mfaPendingCredential, mfaInfo }: Pick<WaitingAnswer, 'mfaPendingCredential' | 'mfaInfo'>,
  finish: (
    input: RequestOf<typeof finalizeMfaSignIn>,
  ) => Promise<OutputOf<typeof finalizeMfaSignIn>>,
): WaitingSignIn {
  return {
    factors: mfaInfo,
    async show({ code, factorId }) {
      const { recoveryCodesLeft } = await finish({
        mfaPendingCredential,
        ...(factorId !== undefined && { mfaEnrollmentId: factorId }),
        totpVerificationInfo: { verificationCode: code },
      });
      return recoveryCodesLeft;
    },
  };
}
