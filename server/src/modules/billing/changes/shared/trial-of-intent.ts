import type { PayingContext } from '../../port/billing-services.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf } from '../../records/intent.ts';
import { claimTrialCard } from '../../records/trial-store.ts';

/** Notes the card of a trial, so that nobody has two with one; false where another project had its trial with it. */
export async function noteTrialCard(
  { subscriptionId, cardId }: { readonly subscriptionId: string; readonly cardId: string },
  { db, clock, payments }: PayingContext,
): Promise<boolean> {
  const fingerprint = await payments.readCardFingerprint(cardId);
  const claim = { subscriptionId, at: clock.now() };
  return fingerprint === null || (await claimTrialCard(db, fingerprint, claim));
}

/** Whether the intent's trial began at the provider, so that it cannot be had again. */
export async function hasBegunTrial(
  { id, subscriptionId, request }: IntentOf<'create' | 'change-plan'>,
  { db, payments }: PayingContext,
): Promise<boolean> {
  const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
  const isTrial = request.trialDays !== undefined && customerId != null;
  return isTrial && (await payments.findSubscription(customerId, id)) !== undefined;
}
