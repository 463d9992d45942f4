import type { PayingContext } from '../port/billing-services.ts';
import type { Charge, ProviderSubscription } from '../port/payment-provider.ts';
import type { PlanTerms } from '../port/plan.ts';
import type { Intent, Payer } from '../records/intent.ts';
import { ensureCustomer } from './customer.ts';
import { payWithCard } from './pay-with-card.ts';

interface FirstPayment {
  readonly intent: Pick<Intent, 'id' | 'subscriptionId'>;
  readonly plan: PlanTerms;
  readonly email: string;
  readonly payer: Payer;
}

/** Charges the first period; begun again after a crash it finds what it made before. */
export async function takeFirstPayment(
  { intent, plan, email, payer }: FirstPayment,
  context: PayingContext,
): Promise<Charge & { readonly customerId: string }> {
  const { payments } = context;
  const { subscriptionId } = intent;
  const customerId = await ensureCustomer({ subscriptionId, email }, context);
  const earlier = await payments.findSubscription(customerId, intent.id);
  if (earlier && isSettled(earlier)) {
    return { ...toCharge(earlier), customerId };
  }
  const payment = { intentId: intent.id, customerId, email, payer };
  const charge = await payWithCard(payment, payments, async (card) =>
    earlier?.status === 'canceled'
      ? declined
      : await payments.startSubscription({
          key: `${intent.id}-start`,
          customerId,
          subscriptionId,
          intentId: intent.id,
          priceIds: plan.priceIds,
          cardId: card.id,
        }),
  );
  return { ...charge, customerId };
}

/** Paid, or its person is asked; an incomplete one of which nobody is asked waits for its decline. */
export function isSettled({ status, clientSecret }: ProviderSubscription): boolean {
  return status !== 'canceled' && (status !== 'incomplete' || clientSecret !== null);
}

/** An earlier attempt heard why. */
const declined = { outcome: 'declined', message: 'Your card was declined.' } as const;

function toCharge(subscription: ProviderSubscription): Charge {
  return subscription.status === 'incomplete'
    ? {
        outcome: 'authentication-needed',
        clientSecret: subscription.clientSecret ?? '',
        subscription,
      }
    : { outcome: 'paid', subscription };
}
