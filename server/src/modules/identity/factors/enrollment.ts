import { randomId } from '../../../platform/ids.ts';
import type { FactorSeal } from './factor-seal.ts';
import { newTotpSecret } from './totp.ts';

/** Enrollment of an authenticator app between its secret and its first code. The client keeps it, sealed. */
export interface Enrollment {
  /** The factor's id once it is added, so that one enrollment adds one factor. */
  readonly factorId: string;
  readonly accountId: string;
  /** Base32. */
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const enrollmentLifeMs = 10 * 60_000;

export function newEnrollment(accountId: string, at: Date): Enrollment {
  return {
    factorId: randomId(28),
    accountId,
    secret: newTotpSecret(),
    expiresAt: at.getTime() + enrollmentLifeMs,
  };
}

export function sealEnrollment(enrollment: Enrollment, { seal }: FactorSeal): string {
  return seal(JSON.stringify(enrollment)).toString('base64url');
}

/** Undefined if it was not sealed here. */
export function openEnrollment(sealed: string, { open }: FactorSeal): Enrollment | undefined {
  try {
    return JSON.parse(open(Buffer.from(sealed, 'base64url')));
  } catch {
    return undefined;
  }
}
