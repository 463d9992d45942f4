import type Stripe from 'stripe';
import { onCustomer, onList, type Resource } from '../routes.ts';
import type { Scene } from '../scene.ts';
import type { Stored } from '../state.ts';
import { existing } from '../wire/errors.ts';
import { toList } from '../wire/lists.ts';
import type { Decline } from '../world/bank.ts';
import type { PaymentMethod } from './payment-methods.ts';

export type Charge = Stored<Stripe.Charge>;

export const charges: Resource = {
  routes: [
    onList(
      '/v1/charges',
      ({ charges: all }, params: Stripe.ChargeListParams) =>
        Object.values(all).filter(
          (charge) =>
            (params.customer === undefined || charge.customer === params.customer) &&
            (params.payment_intent === undefined ||
              charge.payment_intent === params.payment_intent),
        ),
      (params) => params.payment_intent ?? params.customer,
    ),
    onCustomer('GET', '/v1/charges/{id}', {}, ({ state }, _, id) =>
      existing(state.charges, id, 'charge'),
    ),
  ],
  inclusions: [
    {
      object: 'charge',
      field: 'refunds',
      compute: ({ state }, { id = '' }) => {
        const refunds = Object.values(state?.refunds ?? {}).filter(({ charge }) => charge === id);
        return toList(refunds.reverse(), `/v1/charges/${id}/refunds`);
      },
    },
  ],
};

/** A try to take money, whether the bank gave it or not. */
export function addCharge(
  scene: Scene,
  intent: Stored<Stripe.PaymentIntent>,
  method: PaymentMethod,
  decline?: Decline,
): Charge {
  const { state, now, newId } = scene;
  const id = newId('ch');
  const isPaid = decline === undefined;
  const charge: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? newId('txn') : null,
    billing_details: structuredClone(method.billing_details),
    calculated_statement_descriptor: 'EMULATOR',
    captured: isPaid,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: toOutcome(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: toDetails(method, isPaid ? intent.amount : null),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: isPaid ? `https://pay.stripe.com/receipts/payment/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  state.charges[id] = charge;
  intent.latest_charge = id;
  scene.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge);
  return charge;
}

function toOutcome(decline?: Decline): Charge['outcome'] {
  return {
    advice_code: decline?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: decline?.network_decline_code ?? null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: decline ? decline.message : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

function toDetails(
  { card }: PaymentMethod,
  authorized: number | null,
): Charge['payment_method_details'] {
  if (!card) {
    return { type: 'card' };
  }
  return {
    card: {
      amount_authorized: authorized,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  };
}
