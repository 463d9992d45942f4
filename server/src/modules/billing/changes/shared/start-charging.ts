import { isAskedAnew } from '../../intents/kind.ts';
import type { PayingContext } from '../../port/billing-services.ts';
import {
  CardDeclined,
  type Charge,
  CodeRefused,
  type NewProviderSubscription,
  type ProviderSubscription,
  ProviderUnavailable,
} from '../../port/payment-provider.ts';
import type { Intent, IntentOf } from '../../records/intent.ts';

type StartingIntent = IntentOf<'create' | 'change-plan'>;

/** Charges the default card for the first period; a repeated call answers the subscription that it started. */
export async function startCharging(
  intent: StartingIntent,
  customerId: string,
  context: PayingContext,
): Promise<Charge> {
  const charge = await beginCharging(intent, customerId, context);
  if (charge.outcome !== 'declined') {
    await keepDiscount(intent, charge.subscription, context);
  }
  return charge;
}

/** Ends a trial that has begun without the discount that was promised after it: nothing was charged yet. */
async function keepDiscount(
  { keyBase, request: { discountId, trialDays } }: StartingIntent,
  started: ProviderSubscription,
  { payments }: PayingContext,
): Promise<void> {
  if (discountId === undefined || trialDays === undefined) {
    return;
  }
  try {
    await payments.keepDiscount({ key: `${keyBase}-discount`, id: started.id, discountId });
  } catch (error) {
    if (error instanceof CodeRefused) {
      await payments.endSubscription({ key: `${keyBase}-end`, id: started.id });
    }
    throw error;
  }
}

async function beginCharging(
  intent: StartingIntent,
  customerId: string,
  context: PayingContext,
): Promise<Charge> {
  const { id, keyBase, subscriptionId, request } = intent;
  const { payments } = context;
  const earlier = isAskedAnew(intent, context)
    ? await payments.findSubscription(customerId, id)
    : undefined;
  if (earlier) {
    return await toCharge(intent, earlier, context);
  }
  return await payments.startSubscription({
    key: `${keyBase}-start`,
    customerId,
    subscriptionId,
    intentId: id,
    items: request.plan.items,
    ...optionsOf(request),
    ...(request.isTaxed && { isTaxed: true }),
  });
}

function optionsOf({
  discountId,
  trialDays,
}: StartingIntent['request']): Pick<NewProviderSubscription, 'discountId' | 'trialDays'> {
  return {
    ...(discountId !== undefined && { discountId }),
    ...(trialDays !== undefined && { trialDays }),
  };
}

/** Whether the first payment was made, or waits for the payer to confirm it. */
export async function hasStarted(
  { id }: Intent,
  customerId: string,
  { payments }: PayingContext,
): Promise<boolean> {
  const started = await payments.findSubscription(customerId, id);
  return started !== undefined && isSettled(started);
}

/** Gives the first payment up; false where it was paid meanwhile. */
export async function giveUpFirstPayment(
  { id, keyBase }: Intent,
  customerId: string,
  { payments }: PayingContext,
): Promise<boolean> {
  const started = await payments.findSubscription(customerId, id);
  const key = `${keyBase}-give-up`;
  return !started || (await payments.giveUpSubscription({ key, id: started.id }));
}

/** Turns a refusal of the provider into a decline. */
export async function asCharge(work: () => Promise<Charge>): Promise<Charge> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CardDeclined) {
      return { outcome: 'declined', message: error.message };
    }
    throw error;
  }
}

function isSettled(subscription: ProviderSubscription): boolean {
  const { status, clientSecret } = subscription;
  return wasPaid(subscription) || (status === 'incomplete' && clientSecret !== null);
}

/** An operator may have ended it at the provider since. */
function wasPaid({ status, latestInvoice }: ProviderSubscription): boolean {
  return status === 'canceled' ? latestInvoice?.status === 'paid' : status !== 'incomplete';
}

/** Finds the outcome of an earlier attempt. Incomplete without a question of the bank means declined. */
async function toCharge(
  { keyBase }: Intent,
  subscription: ProviderSubscription,
  { payments }: PayingContext,
): Promise<Charge> {
  const { status, clientSecret } = subscription;
  if (wasPaid(subscription)) {
    return { outcome: 'paid', subscription };
  }
  if (status === 'incomplete' && clientSecret !== null) {
    return { outcome: 'authentication-needed', clientSecret, subscription };
  }
  const key = `${keyBase}-give-up`;
  if (!(await payments.giveUpSubscription({ key, id: subscription.id }))) {
    throw new ProviderUnavailable('The provider has not settled the first payment yet.');
  }
  // The first answer had the bank's own sentence.
  return { outcome: 'declined', message: 'Your card was declined.' };
}
