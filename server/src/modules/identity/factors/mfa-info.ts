import type { SecondFactor } from './second-factor-store.ts';

/** Factors as Google's SDKs read them. */
export const toMfaInfo = (factors: readonly SecondFactor[]) =>
  factors.map(({ id, displayName, enrolledAt }) => ({
    mfaEnrollmentId: id,
    ...(displayName && { displayName }),
    enrolledAt: enrolledAt.toISOString(),
    totpInfo: {},
  }));
