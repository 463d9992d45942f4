import type { Bucket } from '../../../platform/rate-limits.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Caller } from '../../identity/index.ts';
import type { BillingServices } from '../port/billing-services.ts';
import {
  countDeclinesSince,
  insertDecline,
  removeDeclinesBefore,
} from '../records/decline-store.ts';
import type { IntentOutcome } from '../records/intent.ts';
import {
  cardBuckets,
  declinesKeptMs,
  declinesUntilVerified,
  subscriptionCardBucket,
  unverifiedCardBucket,
} from './limits.ts';

export type AdmitContext = Pick<BillingServices, 'client' | 'clock' | 'limits' | 'settings'> & {
  readonly caller: Caller;
};

/** Buckets that the attempt was taken from. It is given back unless the card was declined. */
export type CardAttempt = readonly Bucket[];

/**
 * Takes an attempt before a card is charged or saved, so that parallel requests cannot exceed the
 * limit. A refusal rolls the transaction back with all that was taken: a person's own empty bucket
 * never spends attempts of a subscription or a network.
 */
export async function admitCard(
  tx: Transaction,
  subscriptionId: string | undefined,
  context: AdmitContext,
): Promise<CardAttempt> {
  const { limits, caller, client } = context;
  await requireTrusted(tx, context);
  const unverified = caller.emailVerified ? [] : [unverifiedCardBucket(caller.uid)];
  const isAlone = unverified.length === 0 || (await limits.take(tx, unverified));
  refuseUnless(isAlone, 'billing/verification-required');
  const shared = subscriptionId === undefined ? [] : [subscriptionCardBucket(subscriptionId)];
  const others = [...cardBuckets(caller.uid, client.address), ...shared];
  refuseUnless(await limits.take(tx, others), 'billing/too-many-attempts');
  return [...unverified, ...others];
}

/** Refuses an unverified person where the settings demand it, or after some declined cards. */
async function requireTrusted(
  db: Database,
  { caller, clock, limits, settings }: AdmitContext,
): Promise<void> {
  if (caller.emailVerified) {
    return;
  }
  refuseIf(settings.payments.verifiedEmailFirst, 'billing/verification-required');
  if (limits.isOn) {
    const at = new Date(clock.now().getTime() - declinesKeptMs);
    const declines = await countDeclinesSince(db, { accountId: caller.uid, at });
    refuseIf(declines >= declinesUntilVerified, 'billing/verification-required');
  }
}

export function isDeclined(outcome: IntentOutcome): boolean {
  return 'refusal' in outcome
    ? outcome.refusal.code === 'billing/card-refused'
    : outcome.result.declined === true;
}

/** Counts a decline for a day, whether the request met it or a job that resumed the intent. */
export async function recordDecline(
  db: Database,
  accountId: string,
  { clock }: Pick<BillingServices, 'clock'>,
): Promise<void> {
  await insertDecline(db, { accountId, at: clock.now() });
}

export async function sweepDeclines(db: Database, at: Date): Promise<void> {
  await removeDeclinesBefore(db, new Date(at.getTime() - declinesKeptMs));
}
