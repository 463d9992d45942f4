import { ensureCustomer } from './customer.ts';
import type { Intent, Payer } from './intent.ts';
import { type Charge, type PaymentProvider, ProviderRefusal } from './payment-provider.ts';
import type { PerformContext } from './perform-context.ts';
import type { Plan } from './plan.ts';

interface FirstPayment {
  readonly intent: Pick<Intent, 'id' | 'subscriptionId'>;
  readonly plan: Plan;
  readonly email: string;
  readonly payer: Payer;
}

/** Charges the first period; begun again after a crash it finds what it made before. */
export async function takeFirstPayment(
  { intent, plan, email, payer }: FirstPayment,
  context: PerformContext & { readonly payments: PaymentProvider },
): Promise<Charge & { readonly customerId: string }> {
  const { payments } = context;
  const { subscriptionId } = intent;
  const { details, cardId } = payer;
  const customerId = await ensureCustomer({ subscriptionId, email, details }, context);
  const earlier = await payments.findSubscription(customerId, intent.id);
  if (earlier) {
    return { ...toCharge(earlier), customerId };
  }
  try {
    await payments.updateCustomer({ key: `${intent.id}-details`, customerId, email, details });
    // Of a test id the provider makes a card of its own.
    const card = await payments.attachCard({ key: `${intent.id}-card`, customerId, cardId });
    const charge = await payments.startSubscription({
      key: `${intent.id}-start`,
      customerId,
      subscriptionId,
      intentId: intent.id,
      priceIds: plan.priceIds,
      cardId: card.id,
    });
    return { ...charge, customerId };
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      return { outcome: 'declined', message: error.message, customerId };
    }
    throw error;
  }
}

function toCharge(subscription: Parameters<typeof isWaiting>[0]): Charge {
  if (subscription.status === 'canceled') {
    return { outcome: 'declined', message: 'Your card was declined.' };
  }
  return isWaiting(subscription)
    ? {
        outcome: 'authentication-needed',
        clientSecret: subscription.clientSecret ?? '',
        subscription,
      }
    : { outcome: 'paid', subscription };
}

type ProviderSubscription = Extract<Charge, { outcome: 'paid' }>['subscription'];

function isWaiting({ status }: ProviderSubscription): boolean {
  return status === 'incomplete';
}
