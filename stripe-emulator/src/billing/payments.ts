import { newPaymentIntent, type PaymentIntent, pay } from '../resources/payment-intents.ts';
import { takePaymentMethod } from '../resources/payment-methods.ts';
import { newSetupIntent, type SetupIntent } from '../resources/setup-intents.ts';
import type { Scene } from '../scene.ts';
import { StripeError } from '../wire/errors.ts';
import { asksHolder } from '../world/bank.ts';
import { customerOf } from './objects.ts';

export interface InvoiceIntent {
  amount: number;
  currency: string;
  description: string | null;
  paymentMethod: string | null;
  setupFutureUsage: 'off_session' | null;
}

/** The payment of an invoice, which waits for a card or for its confirmation. */
export function createIntent(scene: Scene, wanted: InvoiceIntent): PaymentIntent {
  const intent = newPaymentIntent(scene, {
    amount: wanted.amount,
    currency: wanted.currency,
    customer: customerOf(scene.state).id,
    allowed_payment_method_types: ['card'],
    ...(wanted.description !== null && { description: wanted.description }),
    ...(wanted.setupFutureUsage !== null && { setup_future_usage: wanted.setupFutureUsage }),
  });
  if (wanted.paymentMethod !== null) {
    intent.payment_method = wanted.paymentMethod;
    intent.status = 'requires_confirmation';
  }
  scene.emit('payment_intent.created', intent);
  return intent;
}

/** Charges a stored card. If the bank asks its holder, the payment waits for the answer, at renewals too. */
export function chargeCard(
  scene: Scene,
  intent: PaymentIntent,
  paymentMethod: string,
): StripeError | undefined {
  const result = pay(scene, intent, takePaymentMethod(scene, paymentMethod));
  return result instanceof StripeError ? result : undefined;
}

/** A SetupIntent if the card is missing, or its bank wants to ask the holder; else undefined. */
export function askForCard(scene: Scene, paymentMethod: string | null): SetupIntent | undefined {
  const bankCard = scene.state.bankCards[paymentMethod ?? ''];
  if (bankCard && !asksHolder(bankCard)) {
    return undefined;
  }
  const intent = newSetupIntent(scene, {
    allowed_payment_method_types: ['card'],
    customer: customerOf(scene.state).id,
    usage: 'off_session',
  });
  if (bankCard) {
    intent.payment_method = paymentMethod;
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  }
  scene.emit('setup_intent.created', intent);
  return intent;
}
