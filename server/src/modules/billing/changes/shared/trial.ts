import { refuseUnless } from '../../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../../platform/transaction.ts';
import type { Caller } from '../../../identity/index.ts';
import type { BillingServices, PayingContext } from '../../port/billing-services.ts';
import type { TrialTerms } from '../../port/payment-provider.ts';
import type { PromotionCode } from '../../port/provider-objects.ts';
import { endOfTrial } from '../../port/rules/period.ts';
import { lowersFirstCharge } from '../../port/rules/promotion.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf } from '../../records/intent.ts';
import { claimTrial, claimTrialCard, hadTrial } from '../../records/trial-store.ts';

type Asking = Pick<BillingServices, 'clock'> & { readonly db: Database; readonly caller: Caller };

/** When the trial would end that a purchase now begins with; null where the buyer gets none. */
export async function findTrialEnd(
  trial: TrialTerms | undefined,
  { db, caller, clock }: Asking,
): Promise<Date | null> {
  return trial && !(await hadTrial(db, caller)) ? endOfTrial(clock.now(), trial.days) : null;
}

interface TrialPurchase {
  readonly trial: TrialTerms | undefined;
  readonly promotion: PromotionCode | undefined;
  readonly subscriptionId: string;
  readonly hasCard: boolean;
  /** Whether the buyer was shown a trial. */
  readonly isExpected: boolean;
}

/**
 * Notes the trial that the purchase begins with and answers its days; undefined where the buyer gets none. Refuses a
 * purchase that would charge a buyer who was shown a trial, and a trial without a card for an unproven address.
 */
export async function beginTrial(
  tx: Transaction,
  { trial, promotion, subscriptionId, hasCard, isExpected }: TrialPurchase,
  { caller, clock }: Pick<Asking, 'caller' | 'clock'>,
): Promise<number | undefined> {
  const at = clock.now();
  const isFirst = trial !== undefined && (await claimTrial(tx, caller, { subscriptionId, at }));
  refuseUnless(isFirst || !isExpected, 'billing/trial-used');
  refuseUnless(isFirst || hasCard, 'billing/card-missing');
  refuseUnless(hasCard || caller.emailVerified, 'billing/verification-required');
  if (!isFirst) {
    return undefined;
  }
  requireLowering(promotion, { boughtAt: at, at: endOfTrial(at, trial.days) });
  return trial.days;
}

/** Refuses a code whose months are over when the trial is: it would take nothing off. */
export function requireLowering(
  promotion: PromotionCode | undefined,
  question: { readonly boughtAt: Date; readonly at: Date },
): void {
  refuseUnless(!promotion || lowersFirstCharge(promotion, question), 'billing/code-invalid');
}

/** Notes the card of a trial, so that nobody has two with one; false where another project had its trial with it. */
export async function noteTrialCard(
  { subscriptionId, cardId }: { readonly subscriptionId: string; readonly cardId: string },
  { db, clock, payments }: PayingContext,
): Promise<boolean> {
  const fingerprint = await payments.readCardFingerprint(cardId);
  const claim = { subscriptionId, at: clock.now() };
  return fingerprint === null || (await claimTrialCard(db, fingerprint, claim));
}

/** Whether the project's trial began at the provider, so that it cannot be had again. */
export async function hasBegunTrial(
  { id, subscriptionId, request }: IntentOf<'create' | 'change-plan'>,
  { db, payments }: PayingContext,
): Promise<boolean> {
  const { customerId, providerSubscriptionId } =
    (await findBillingAccount(db, subscriptionId)) ?? {};
  if (request.trialDays === undefined || !customerId) {
    return false;
  }
  // A purchase that a restored backup had lost is linked by now, and has had the trial.
  const linked = providerSubscriptionId
    ? await payments.readSubscription(providerSubscriptionId)
    : undefined;
  return (
    linked?.hadTrial === true || (await payments.findSubscription(customerId, id)) !== undefined
  );
}
