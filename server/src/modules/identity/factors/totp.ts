import { Secret, TOTP } from 'otpauth';

/** Seconds for which one code is shown. */
export const periodSec = 30 as const;

const secretBytes = 20;

/** A fresh secret in base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The step before and the one after are good too: people take their time, and clocks differ. */
const goodSteps = 1;

/** Steps in which a right code is recognized as one of a wrong clock. */
const recognizedSteps = 20;

export interface MatchedStep {
  /** Number of the step since 1970. */
  readonly step: number;
  /** Whether the code is good at this instant. */
  readonly isGood: boolean;
}

/** Finds the step that the code of 6 digits belongs to; undefined if it belongs to none near this instant. */
export function matchStep(secret: string, code: string, at: Date): MatchedStep | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSec });
  const timestamp = at.getTime();
  const delta = totp.validate({ token: code, timestamp, window: recognizedSteps });
  return delta === null
    ? undefined
    : { step: stepAt(at) + delta, isGood: Math.abs(delta) <= goodSteps };
}

const stepAt = (at: Date) => Math.floor(at.getTime() / 1_000 / periodSec);

/** Steps that a code could still belong to; earlier ones need not be kept. */
export const oldestStep = (at: Date): number => stepAt(at) - recognizedSteps;
