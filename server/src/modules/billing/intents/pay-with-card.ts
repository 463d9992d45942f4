import {
  type Card,
  type Charge,
  type PaymentProvider,
  ProviderRefusal,
} from '../port/payment-provider.ts';
import type { Payer } from '../records/intent.ts';

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
    // Of a test id the provider makes a card of its own. One that it does not take changes nothing yet.
    const card = await payments.attachCard({ key: `${intentId}-card`, customerId, cardId });
    await payments.updateCustomer({ key: `${intentId}-details`, customerId, email, details });
    const answer = await asCharge(() => charge(card));
    if (answer.outcome === 'declined') {
      await takeBack({ intentId, customerId, payer, cardId: card.id }, payments);
    }
    return answer;
  });
}

/** The same after a charge that was not tried. */
export async function takeBackUntried(
  { intentId, customerId, payer }: Omit<CardPayment, 'email'>,
  payments: PaymentProvider,
): Promise<void> {
  // Its key answers which card the provider has made of a test id.
  const card = { key: `${intentId}-card`, customerId, cardId: payer.cardId };
  const { id: cardId } = await payments.attachCard(card);
  await takeBack({ intentId, customerId, payer, cardId }, payments);
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

type Declined = Omit<CardPayment, 'email'> & {
  /** As the provider has it; undefined where it has none. */
  readonly cardId: string | undefined;
};

/** Who paid before, and with which card, is who pays again. */
export async function takeBack(
  { intentId, customerId, payer, cardId }: Declined,
  payments: PaymentProvider,
): Promise<void> {
  const { cardIds, defaultCardId, details } = payer.before;
  if (cardId !== undefined && !cardIds.includes(cardId)) {
    await payments.detachCard({ key: `${intentId}-take-back`, cardId });
  }
  if (defaultCardId !== null) {
    const key = `${intentId}-default-again`;
    await payments.setDefaultCard({ key, customerId, cardId: defaultCardId });
  }
  await payments.updateCustomer({ key: `${intentId}-details-again`, customerId, details });
}
