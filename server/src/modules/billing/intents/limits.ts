import type { Bucket } from '../../../platform/rate-limits.ts';
import { toNetwork } from '../../identity/index.ts';

const minute = 60_000;

/** Declined cards of one person and of one network. An attempt is given back unless its card was declined. */
export const cardBuckets = (uid: string, address: string): Bucket[] => [
  { key: `card ${uid}`, burst: 8, everyMs: 30 * minute },
  { key: `card network ${toNetwork(address)}`, burst: 40, everyMs: 5 * minute },
];

/** Declined cards of one subscription, across all its owners. */
export const subscriptionCardBucket = (subscriptionId: string): Bucket => ({
  key: `card subscription ${subscriptionId}`,
  burst: 10,
  everyMs: 30 * minute,
});

/** Open payments of an unverified person, so that parallel ones cannot outrun the count of declines. */
export const unverifiedCardBucket = (uid: string): Bucket => ({
  key: `card unverified ${uid}`,
  burst: 2,
  everyMs: 2 * minute,
});

/** Forms for adding a card. Never given back: only the provider sees which cards are typed there. */
export const setupBuckets = (uid: string, address: string): Bucket[] => [
  { key: `card form ${uid}`, burst: 20, everyMs: 10 * minute },
  { key: `card form network ${toNetwork(address)}`, burst: 100, everyMs: 2 * minute },
];

/** Promotion codes that could not be redeemed, of one person and of one network. Given back for a code that can. */
export const codeBuckets = (uid: string, address: string): Bucket[] => [
  { key: `code ${uid}`, burst: 10, everyMs: minute },
  { key: `code network ${toNetwork(address)}`, burst: 60, everyMs: 5_000 },
];

/** Counts a form once: a repeated request answers the same form. */
export const sameSetupBucket = (subscriptionId: string, idempotencyKey: string): Bucket => ({
  key: `same card form ${subscriptionId} ${idempotencyKey}`,
  burst: 1,
  everyMs: 24 * 60 * minute,
});

/** After so many declines within `declinesKeptMs`, a person must verify their address first. */
export const declinesUntilVerified = 2;
export const declinesKeptMs = 24 * 60 * minute;

/** Limits of calls that a browser makes to the sandbox; Stripe limits its own. */
export const sandboxBuckets = (uid: string, address: string): Bucket[] => [
  { key: `sandbox ${uid}`, burst: 30, everyMs: minute },
  { key: `sandbox network ${toNetwork(address)}`, burst: 200, everyMs: 10_000 },
];
