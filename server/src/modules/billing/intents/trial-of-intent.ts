import type { PayingContext } from '../port/billing-services.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { IntentOf } from '../records/intent.ts';
import { claimTrialCard } from '../records/trial-store.ts';

/** Whether another project had its trial with the card. Otherwise the card is noted: nobody has two trials with one. */
export async function hadTrialWithCard(
  { subscriptionId, cardId }: { readonly subscriptionId: string; readonly cardId: string },
  { db, clock, payments }: PayingContext,
): Promise<boolean> {
  const fingerprint = await payments.readCardFingerprint(cardId);
  const claim = { subscriptionId, at: clock.now() };
  return fingerprint !== null && !(await claimTrialCard(db, fingerprint, claim));
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
