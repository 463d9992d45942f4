import type { Bucket } from '../../../platform/rate-limits.ts';
import { toNetwork } from '../../identity/index.ts';
import type { Intent, IntentKind } from '../records/intent.ts';

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

/** Changes of one subscription that can be made and undone again and again. */
const reversible: readonly IntentKind[] = [
  'change-plan',
  'undo-plan-change',
  'end-at-period-end',
  'resume',
  'save-payer',
  'set-default',
  'remove-card',
  'update-details',
];

/** Each of them is mailed or asks the provider. What pays, or ends a project permanently, is never refused here. */
export function changeBuckets(
  kind: IntentKind,
  { accountId, subscriptionId }: Pick<Intent, 'accountId' | 'subscriptionId'>,
): Bucket[] {
  if (kind === 'create') {
    return [{ key: `create ${accountId}`, burst: 20, everyMs: 30 * minute }];
  }
  const isReversible = reversible.includes(kind);
  const key = `billing change ${subscriptionId}`;
  return isReversible ? [{ key, burst: 30, everyMs: 5 * minute }] : [];
}

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

/** Limits of changes that a browser asks the sandbox for; Stripe limits its own. */
export const sandboxBuckets = (address: string): Bucket[] => [
  { key: `sandbox network ${toNetwork(address)}`, burst: 200, everyMs: 10_000 },
];
