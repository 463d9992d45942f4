import type { Payer } from './intent.ts';
import {
  type Card,
  type Charge,
  type PaymentProvider,
  ProviderRefusal,
} from './payment-provider.ts';

interface CardPayment {
  readonly intentId: string;
  readonly customerId: string;
  readonly email: string;
  readonly payer: Payer;
}

/** Has a card pay. Of one that cannot, nothing is left at the provider. */
export async function payWithCard(
  { intentId, customerId, email, payer }: CardPayment,
  payments: PaymentProvider,
  charge: (card: Card) => Promise<Charge>,
): Promise<Charge> {
  const { details, cardId } = payer;
  return await asCharge(async () => {
    await payments.updateCustomer({ key: `${intentId}-details`, customerId, email, details });
    // Of a test id the provider makes a card of its own.
    const card = await payments.attachCard({ key: `${intentId}-card`, customerId, cardId });
    const answer = await asCharge(() => charge(card));
    if (answer.outcome === 'declined') {
      await takeBack({ intentId, customerId, email, payer, card }, payments);
    }
    return answer;
  });
}

/** What the provider refuses to do was declined. */
export async function asCharge(work: () => Promise<Charge>): Promise<Charge> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      return { outcome: 'declined', message: error.message };
    }
    throw error;
  }
}

type Declined = CardPayment & { readonly card: Card };

/** Who paid before, and with which card, is who pays again. */
async function takeBack(
  { intentId, customerId, email, payer, card }: Declined,
  payments: PaymentProvider,
): Promise<void> {
  const { cardIds, defaultCardId, details } = payer.before;
  await payments.updateCustomer({ key: `${intentId}-details-again`, customerId, email, details });
  if (!cardIds.includes(card.id)) {
    await payments.detachCard({ key: `${intentId}-take-back`, cardId: card.id });
  }
  if (defaultCardId !== null) {
    const key = `${intentId}-default-again`;
    await payments.setDefaultCard({ key, customerId, cardId: defaultCardId });
  }
}
