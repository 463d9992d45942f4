import type Stripe from 'stripe';
import { requireWholeSteps } from '../billing/whole-steps.ts';
import { onCustomer, onList, type Reaction, type Resource } from '../routes.ts';
import { formatAmount } from '../rules/money.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { CustomerState, Stored } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';
import { missingParameter } from '../wire/parameters.ts';
import { isDisputed } from '../world/bank.ts';
import type { Charge } from './charges.ts';

export type Refund = Stored<Stripe.Refund>;
export type Dispute = Stored<Stripe.Dispute>;

interface Filter {
  charge?: string;
  payment_intent?: string;
}

const fits =
  ({ charge, payment_intent: intent }: Filter) =>
  (one: Refund | Dispute) =>
    (charge === undefined || one.charge === charge) &&
    (intent === undefined || one.payment_intent === intent);
const among = ({ charge, payment_intent: intent }: Filter) => intent ?? charge;

/** The card whose charges are disputed by themselves. */
const disputeByItself: Reaction = {
  to: 'charge.succeeded',
  run: (scene, id) => {
    const charge = existing(scene.state.charges, id, 'charge');
    const bankCard = scene.state.bankCards[charge.payment_method ?? ''];
    if (bankCard && isDisputed(bankCard)) {
      dispute(scene, charge);
    }
  },
};

export const refunds: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/refunds',
      { owner: (params: Stripe.RefundCreateParams) => among(params) },
      createRefund,
    ),
    onList(
      '/v1/refunds',
      (state, params: Stripe.RefundListParams) => Object.values(state.refunds).filter(fits(params)),
      among,
    ),
    onCustomer('GET', '/v1/refunds/{id}', {}, ({ state }, _, id) =>
      existing(state.refunds, id, 'refund'),
    ),
    onCustomer('POST', '/v1/refunds/{id}', {}, (scene, params: Stripe.RefundUpdateParams, id) => {
      const refund = existing(scene.state.refunds, id, 'refund');
      return update(scene, 'charge.refund.updated', refund, () => {
        refund.metadata = mergeMetadata(refund.metadata ?? {}, params.metadata);
      });
    }),
    onList(
      '/v1/disputes',
      (state, params: Stripe.DisputeListParams) =>
        Object.values(state.disputes).filter(fits(params)),
      among,
    ),
    onCustomer('GET', '/v1/disputes/{id}', {}, ({ state }, _, id) =>
      existing(state.disputes, id, 'dispute'),
    ),
  ],
  reactions: [disputeByItself],
};

function createRefund(scene: Scene, params: Stripe.RefundCreateParams) {
  const charge = findCharge(scene.state, params);
  return refund(scene, charge, params);
}

function findCharge(state: CustomerState, { charge, payment_intent: intent }: Filter): Charge {
  if (charge !== undefined) {
    return existing(state.charges, charge, 'charge', 'charge');
  }
  if (intent === undefined) {
    throw missingParameter('charge');
  }
  const paid = existing(state.paymentIntents, intent, 'payment_intent', 'payment_intent');
  const taken = state.charges[paid.latest_charge ?? ''];
  if (!taken?.paid) {
    throw invalid(
      `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  }
  return taken;
}

export function refund(
  scene: Scene,
  charge: Charge,
  params: Pick<Stripe.RefundCreateParams, 'amount' | 'reason' | 'metadata'>,
): Refund {
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  checkRefundable(charge, amount);
  const { state, now, newId } = scene;
  const id = newId('re');
  const made: Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  state.refunds[id] = made;
  scene.emit('refund.created', made);
  update(scene, 'charge.refunded', charge, () => {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  });
  scene.emit('refund.updated', made);
  scene.emit('charge.refund.updated', made);
  return made;
}

function checkRefundable(charge: Charge, amount: number) {
  const { id, currency } = charge;
  const left = charge.amount - charge.amount_refunded;
  if (charge.disputed) {
    throw invalid(
      `Charge ${id} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    );
  }
  if (left === 0) {
    throw invalid(`Charge ${id} has already been refunded.`, undefined, 'charge_already_refunded');
  }
  if (amount < 1) {
    throw invalid(
      'This value must be greater than or equal to 1.',
      'amount',
      'parameter_invalid_integer',
    );
  }
  requireWholeSteps(amount, currency, 'amount');
  if (amount > left) {
    const noun = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount';
    throw invalid(
      `Refund amount (${formatAmount(amount, currency)}) is greater than ${noun} (${formatAmount(left, currency)})`,
      'amount',
    );
  }
}

/** The holder's bank could not take the money back. */
export function failRefund(scene: Scene, id: string): Refund {
  const failed = existing(scene.state.refunds, id, 'refund');
  if (failed.status !== 'succeeded') {
    throw invalid(`This refund has a status of ${failed.status}.`);
  }
  const charge = existing(scene.state.charges, failed.charge ?? '', 'charge');
  update(scene, 'refund.failed', failed, () => {
    failed.status = 'failed';
    failed.failure_reason = 'expired_or_canceled_card';
    failed.failure_balance_transaction = scene.newId('txn');
  });
  update(scene, 'charge.updated', charge, () => {
    charge.amount_refunded -= failed.amount;
    charge.refunded = false;
  });
  return failed;
}

/** The holder asks the bank for the money back. */
export function dispute(scene: Scene, charge: Charge): Dispute {
  const { state, now, newId } = scene;
  const id = newId('du');
  const opened: Dispute = {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: now + 9 * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  state.disputes[id] = opened;
  charge.disputed = true;
  scene.emit('charge.dispute.created', opened);
  scene.emit('charge.dispute.funds_withdrawn', opened);
  return opened;
}

export function closeDispute(scene: Scene, opened: Dispute, status: 'won' | 'lost'): Dispute {
  update(scene, 'charge.dispute.closed', opened, () => {
    opened.status = status;
  });
  if (status === 'won') {
    scene.emit('charge.dispute.funds_reinstated', opened);
  }
  return opened;
}

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
