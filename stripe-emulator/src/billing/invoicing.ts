import { changeBalance } from '../resources/balance-transactions.ts';
import { cancelIntent } from '../resources/payment-intents.ts';
import { type Scene, update } from '../scene.ts';
import { invalid, StripeError } from '../wire/errors.ts';
import { computeAmounts } from './invoice-amounts.ts';
import {
  type Customer,
  changeSubscription,
  customerOf,
  type Invoice,
  type InvoicePayment,
  invoicesOf,
  isEnded,
  isLive,
  type PaymentIntent,
  paymentMethodFor,
  type Subscription,
  subscriptionOf,
} from './objects.ts';
import { chargeCard, createIntent } from './payments.ts';
import { applyPendingUpdate, dropPendingUpdate } from './pending-update.ts';
import { endSubscription } from './subscription-end.ts';
import { taxRuleFor } from './taxes.ts';

export function subscriptionFor(scene: Scene, invoice: Invoice): Subscription | undefined {
  return scene.state.subscriptions[subscriptionOf(invoice) ?? ''];
}

/** Gives a draft its number and its payment; without anything to pay it is paid. */
export function finalizeInvoice(scene: Scene, invoice: Invoice): Invoice {
  if (invoice.status !== 'draft') {
    throw invalid(
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
      undefined,
      'invoice_not_editable',
    );
  }
  const customer = customerOf(scene.state);
  const intent = update(scene, 'invoice.updated', invoice, () => {
    decideTax(scene, invoice);
    const { ending_balance } = computeAmounts(scene, invoice);
    takeBalance(scene, customer, invoice, ending_balance);
    Object.assign(invoice, {
      automatically_finalizes_at: null,
      effective_at: invoice.effective_at ?? scene.now,
      ending_balance,
      hosted_invoice_url: `https://invoice.stripe.com/i/acct/${invoice.id}`,
      invoice_pdf: `https://pay.stripe.com/invoice/acct/${invoice.id}/pdf`,
      next_payment_attempt: null,
      number: nextNumber(scene, customer),
      status: 'open',
    });
    invoice.status_transitions.finalized_at = scene.now;
    if (invoice.amount_due > 0) {
      addPayment(scene, invoice);
    }
  });
  scene.emit('invoice.finalized', intent);
  if (invoice.amount_due === 0) {
    markPaid(scene, invoice);
  }
  return invoice;
}

/** Without a place, Stripe turns tax off and bills the invoice without it. */
function decideTax(scene: Scene, invoice: Invoice) {
  if (!invoice.automatic_tax.enabled || taxRuleFor(scene)) {
    return;
  }
  Object.assign(invoice.automatic_tax, {
    enabled: false,
    disabled_reason: 'finalization_requires_location_inputs',
    liability: null,
    provider: null,
    status: null,
  });
  const subscription = subscriptionFor(scene, invoice);
  if (subscription) {
    changeSubscription(scene, subscription, () => {
      subscription.automatic_tax = {
        enabled: false,
        disabled_reason: 'requires_location_inputs',
        liability: null,
      };
    });
  }
}

function nextNumber(scene: Scene, customer: Customer): string {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  customer.invoice_prefix ??= scene.newId('x').slice(-8).toUpperCase();
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

function takeBalance(scene: Scene, customer: Customer, invoice: Invoice, endingBalance: number) {
  const type =
    invoice.amount_due === 0 && endingBalance > 0 ? 'invoice_too_small' : 'applied_to_invoice';
  changeBalanceFor(scene, invoice, endingBalance - customer.balance, type);
}

function changeBalanceFor(scene: Scene, invoice: Invoice, amount: number, type: string) {
  if (amount !== 0) {
    changeBalance(scene, { amount, currency: invoice.currency, type, invoice: invoice.id });
  }
}

function addPayment(scene: Scene, invoice: Invoice) {
  const subscription = subscriptionFor(scene, invoice);
  const intent = createIntent(scene, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    description: subscription ? describe(invoice) : null,
    paymentMethod: invoice.default_payment_method ?? paymentMethodFor(scene.state, subscription),
    setupFutureUsage: subscription ? 'off_session' : null,
  });
  const id = scene.newId('inpay');
  scene.state.invoicePayments[id] = {
    id,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: scene.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}

const describe = (invoice: Invoice) =>
  invoice.billing_reason === 'subscription_create'
    ? 'Subscription creation'
    : 'Subscription update';

export function paymentsOf(scene: Pick<Scene, 'state'>, invoice: string): InvoicePayment[] {
  return Object.values(scene.state.invoicePayments).filter(
    (payment) => payment.invoice === invoice,
  );
}

/** The payment that an invoice waits for, or was paid with. */
export function intentOf(scene: Pick<Scene, 'state'>, invoice: Invoice): PaymentIntent | undefined {
  const payment = paymentsOf(scene, invoice.id).find((one) => one.is_default);
  return scene.state.paymentIntents[payment?.payment.payment_intent ?? ''];
}

/** The invoice that a payment belongs to. */
export function invoiceOfIntent(scene: Pick<Scene, 'state'>, intent: string): Invoice | undefined {
  const payment = Object.values(scene.state.invoicePayments).find(
    (one) => one.payment.payment_intent === intent,
  );
  return scene.state.invoices[payment?.invoice ?? ''];
}

export interface PaymentAttempt {
  paymentMethod?: string | undefined;
  /** Stripe charges without anybody at a page: at a renewal, in a retry or at the end. */
  isAutomatic: boolean;
}

/** Invoices whose attempt is under way: what the bank says is part of it. */
const attempting = new WeakMap<Invoice, PaymentAttempt>();
export const isAttempting = (invoice: Invoice) => attempting.has(invoice);

/** Charges the card. Answers Stripe's error if it failed, undefined if the invoice is paid. */
export function attemptPayment(
  scene: Scene,
  invoice: Invoice,
  attempt: PaymentAttempt,
): StripeError | undefined {
  const intent = intentOf(scene, invoice);
  const subscription = subscriptionFor(scene, invoice);
  const paymentMethod =
    attempt.paymentMethod ??
    invoice.default_payment_method ??
    paymentMethodFor(scene.state, subscription);
  if (!intent) {
    return undefined;
  }
  if (intent.status === 'processing') {
    throw invalid('You cannot pay this invoice because a payment for it is being processed.');
  }
  if (!isLive(scene.state, paymentMethod)) {
    recordFailure(scene, invoice, isCounted(invoice, attempt));
    return noPaymentMethod();
  }

  attempting.set(invoice, attempt);
  const error = chargeCard(scene, intent, paymentMethod);
  attempting.delete(invoice);
  if (intent.status === 'succeeded' || intent.status === 'processing') {
    return undefined;
  }
  const isAsked = intent.status === 'requires_action';
  if (isAsked) {
    scene.emit('invoice.payment_action_required', invoice);
  }
  const isQuestionOfPage = isAsked && !attempt.isAutomatic;
  recordFailure(scene, invoice, !isQuestionOfPage && isCounted(invoice, attempt));
  return (
    error ??
    new StripeError(
      402,
      'card_error',
      'This payment requires additional user action before it can be completed successfully.',
      { code: 'invoice_payment_intent_requires_action', payment_intent: intent },
    )
  );
}

export const noPaymentMethod = () =>
  new StripeError(
    400,
    'invalid_request_error',
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  );

/** Payments by hand after the first attempt leave the schedule of retries as it is. */
export function isCounted(invoice: Invoice, { isAutomatic }: PaymentAttempt): boolean {
  return isAutomatic || invoice.attempt_count === 0;
}

export function recordFailure(scene: Scene, invoice: Invoice, counts: boolean) {
  update(scene, 'invoice.updated', invoice, () => {
    invoice.attempted = true;
    invoice.attempt_count += counts ? 1 : 0;
  });
  scene.emit('invoice.payment_failed', invoice);
}

/** Everything that follows from a paid invoice. */
export function markPaid(scene: Scene, invoice: Invoice) {
  const attempt = attempting.get(invoice);
  update(scene, 'invoice.updated', invoice, () => {
    Object.assign(invoice, {
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      status: 'paid',
    });
    invoice.attempt_count += attempt && isCounted(invoice, attempt) ? 1 : 0;
    invoice.status_transitions.paid_at = scene.now;
  });
  for (const payment of paymentsOf(scene, invoice.id).filter((one) => one.status === 'open')) {
    payment.status = 'paid';
    payment.amount_paid = payment.amount_requested;
    payment.status_transitions.paid_at = scene.now;
    scene.emit('invoice_payment.paid', payment);
  }
  scene.emit('invoice.paid', invoice);
  scene.emit('invoice.payment_succeeded', invoice);

  const subscription = subscriptionFor(scene, invoice);
  if (subscription && !isEnded(subscription)) {
    changeSubscription(scene, subscription, () => {
      saveDefault(scene, subscription, invoice);
      applyPendingUpdate(scene, subscription, invoice);
      resume(scene, subscription, invoice);
      becomeActive(scene, subscription);
    });
  }
}

function saveDefault(scene: Scene, subscription: Subscription, invoice: Invoice) {
  const paidWith = intentOf(scene, invoice)?.payment_method;
  if (
    paidWith &&
    subscription.payment_settings?.save_default_payment_method === 'on_subscription'
  ) {
    subscription.default_payment_method = paidWith;
  }
}

/** A paused subscription goes on when the invoice that was made for it is settled. */
function resume(scene: Scene, subscription: Subscription, invoice: Invoice) {
  if (scene.state.billing.resumptions[subscription.id]?.invoice !== invoice.id) {
    return;
  }
  delete scene.state.billing.resumptions[subscription.id];
  delete subscription.status_details;
  subscription.status = 'active';
  scene.emit('customer.subscription.resumed', subscription);
}

/** Past due or unpaid ends when the newest invoice that counts is paid. */
function becomeActive(scene: Scene, subscription: Subscription) {
  const newest = invoicesOf(scene.state, subscription.id).find(
    (invoice) => invoice.status !== 'void',
  );
  const isSettled = newest?.status === 'paid' || newest?.status === 'uncollectible';
  if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status) && isSettled) {
    subscription.status =
      subscription.trial_end !== null && subscription.trial_end > scene.now ? 'trialing' : 'active';
    subscription.pending_setup_intent = null;
  }
}

/** Paid in another way than through Stripe: its payment there is not needed any more. */
export function markPaidElsewhere(scene: Scene, invoice: Invoice) {
  const payments = cancelPayments(scene, invoice);
  invoice.amount_paid_off_stripe = invoice.amount_due;
  markPaid(scene, invoice);
  cancelIntents(scene, payments);
}

export function voidInvoice(scene: Scene, invoice: Invoice): Invoice {
  const intent = intentOf(scene, invoice);
  if (intent?.status === 'processing') {
    throw invalid('You cannot void this invoice because a payment for it is being processed.');
  }
  update(scene, 'invoice.updated', invoice, () => {
    invoice.status = 'void';
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    invoice.status_transitions.voided_at = scene.now;
  });
  cancelIntents(scene, cancelPayments(scene, invoice));
  giveBalanceBack(scene, invoice);
  scene.emit('invoice.voided', invoice);

  const subscription = subscriptionFor(scene, invoice);
  if (subscription && !isEnded(subscription)) {
    changeSubscription(scene, subscription, () => {
      if (subscription.status === 'incomplete') {
        endSubscription(scene, subscription, { status: 'incomplete_expired', reason: null });
        return;
      }
      dropPendingUpdate(scene, subscription, invoice);
      becomeActive(scene, subscription);
    });
  }
  return invoice;
}

function cancelPayments(scene: Scene, invoice: Invoice): InvoicePayment[] {
  const open = paymentsOf(scene, invoice.id).filter((one) => one.status === 'open');
  for (const payment of open) {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = scene.now;
  }
  return open;
}

function cancelIntents(scene: Scene, payments: readonly InvoicePayment[]) {
  for (const { payment } of payments) {
    const intent = scene.state.paymentIntents[payment.payment_intent ?? ''];
    if (intent && intent.status !== 'canceled') {
      cancelIntent(scene, intent, { cancellation_reason: 'void_invoice' });
    }
  }
}

function giveBalanceBack(scene: Scene, invoice: Invoice) {
  const taken = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  changeBalanceFor(scene, invoice, -taken, 'unapplied_from_invoice');
}

export function markUncollectible(scene: Scene, invoice: Invoice): Invoice {
  update(scene, 'invoice.updated', invoice, () => {
    invoice.status = 'uncollectible';
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    invoice.status_transitions.marked_uncollectible_at = scene.now;
  });
  scene.emit('invoice.marked_uncollectible', invoice);
  const subscription = subscriptionFor(scene, invoice);
  if (subscription && !isEnded(subscription)) {
    changeSubscription(scene, subscription, () => {
      resume(scene, subscription, invoice);
      becomeActive(scene, subscription);
    });
  }
  return invoice;
}
