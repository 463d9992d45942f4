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

/** Buckets that the attempt took from; given back unless the card was declined. */
export type CardAttempt = readonly Bucket[];

/**
 * Takes an attempt before a card is charged or saved, so that many at once cannot slip through.
 * A refusal ends the transaction, and with it whatever was taken before: a person's own empty
 * bucket never spends what a subscription or a network has left for others.
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

/** An unverified person pays while the settings allow it and hardly any card of theirs was declined. */
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

/** Counts for a day, wherever the decline was learnt of: in the request or in a job that went on with it. */
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
