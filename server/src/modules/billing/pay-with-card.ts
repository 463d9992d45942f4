import { ChangeRefused } from './change-refused.ts';
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
    // Of a test id the provider makes a card of its own. One that it does not take changes nothing yet.
    const card = await payments.attachCard({ key: `${intentId}-card`, customerId, cardId });
    await payments.updateCustomer({ key: `${intentId}-details`, customerId, email, details });
    const declined = { intentId, customerId, payer, cardId: card.id };
    const answer = await asCharge(() => orTakeBack(declined, payments, () => charge(card)));
    if (answer.outcome === 'declined') {
      await takeBack(declined, payments);
    }
    return answer;
  });
}

/** Of a change that is not made now nothing is left either. */
async function orTakeBack(
  declined: Declined,
  payments: PaymentProvider,
  charge: () => Promise<Charge>,
): Promise<Charge> {
  try {
    return await charge();
  } catch (error) {
    if (error instanceof ChangeRefused) {
      await takeBack(declined, payments);
    }
    throw error;
  }
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
