import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { subscribe, world } from './billing.ts';
import { type Fact, factsOf } from './facts.ts';

interface Case {
  case: string;
  operation?: 'create' | 'update' | 'DELETE';
  params?: string[];
}

type Shown = Record<string, unknown>;
interface State extends Shown {
  latest_invoice?: (Shown & { amount_due: number }) | null;
}

/** Why these cannot be compared; other tests say what they say. */
const leftOut: Record<number, string> = {
  232: 'an event, not an answer: see "confirmed in the browser" below',
  283: 'no card of the bank declines with incorrect_cvc at a later charge: see "declined" below',
};

/** Fields that answers of that version had and those of today have not, or the other way round. */
function comparable(fact: Fact<Case, State>): State {
  const { billing_mode, reason, latest_invoice: invoice, ...seen } = fact.seen;
  const isOld = fact.api_version?.startsWith('20') && fact.api_version <= '2022-11-15';
  const { payment_intent_status: _, ...shown } = invoice ?? { amount_due: 0 };
  // Until 2022 a question to the holder counted as an attempt; since 2025 it was recorded not to.
  const { attempt_count: __, ...uncounted } = shown as Shown & { amount_due: number };
  return {
    ...seen,
    ...(billing_mode !== null && { billing_mode }),
    ...(!isOld && { reason }),
    ...(invoice && { latest_invoice: isOld ? uncounted : shown }),
  };
}

describe('states after a call, as they were recorded', () => {
  const facts = factsOf<Case, State>('status').filter((fact) => !(fact.id in leftOut));

  it.each(facts)('fact $id: $given.case, $given.operation', async (fact) => {
    const subscription = await runCase(fact);
    expect(toShown(subscription)).toMatchObject(comparable(fact));
  });

  it('confirmed in the browser, the subscription becomes active, fact 232', async () => {
    const { stripe, customer, monthly } = await world('pm_card_authenticationRequired');
    const { id, latest_invoice: invoice } = await subscribe(stripe, customer, monthly, {
      payment_behavior: 'default_incomplete',
    });
    const intent = invoice.confirmation_secret?.client_secret.split('_secret')[0] ?? '';
    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    const { data } = await stripe.events.list({ type: 'customer.subscription.updated' });
    expect(data[0]?.data).toMatchObject({
      object: { id, status: 'active' },
      previous_attributes: { status: 'incomplete' },
    });
  });

  it('declined, the first invoice counts one attempt and has no next one, fact 283', async () => {
    const { stripe, customer, monthly } = await world('pm_card_chargeCustomerFail');
    const { status, latest_invoice: invoice } = await subscribe(stripe, customer, monthly);
    expect(status).toBe('incomplete');
    expect(invoice).toMatchObject({
      status: 'open',
      attempted: true,
      attempt_count: 1,
      auto_advance: true,
      next_payment_attempt: null,
    });
  });
});

async function runCase({ given, seen }: Fact<Case, State>): Promise<Stripe.Subscription> {
  const isAsked = given.case.startsWith('first payment, card asks');
  const { stripe, customer, price, product } = await world(
    isAsked ? 'pm_card_authenticationRequired' : 'pm_card_visa',
  );
  const amount = seen.latest_invoice?.amount_due || 2500;
  const expand = ['latest_invoice.confirmation_secret', 'latest_invoice.payments'];
  const create = async (more: Partial<Stripe.SubscriptionCreateParams>, monthly = amount) =>
    subscribe(stripe, customer, await price(monthly, 'month'), more);

  if (given.operation === 'create' && given.params?.includes('add_invoice_items')) {
    const extra = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 1000,
    });
    return create({ add_invoice_items: [{ price: extra.id }] }, amount - 1000);
  }
  if (given.case === 'first payment with a coupon') {
    const coupon = await stripe.coupons.create({
      amount_off: 2500 - amount,
      currency: 'usd',
      duration: 'once',
    });
    return create({ discounts: [{ coupon: coupon.id }] }, 2500);
  }
  const isTrial = given.case.includes('trial');
  const started = await create(isTrial ? { trial_period_days: 14 } : {});
  if (given.operation === 'create') {
    return started;
  }
  for (const step of stepsOf(
    given,
    seen,
    String(customer.invoice_settings.default_payment_method),
  )) {
    await stripe.subscriptions.update(started.id, step);
  }
  if (given.operation === 'DELETE') {
    return stripe.subscriptions.cancel(started.id, { expand });
  }
  return stripe.subscriptions.retrieve(started.id, { expand });
}

function stepsOf(
  { case: name, operation, params = [] }: Case,
  seen: State,
  card: string,
): Stripe.SubscriptionUpdateParams[] {
  if (name.startsWith('cancel_at_period_end')) {
    const on = { cancel_at_period_end: true };
    const isBack = operation === 'update' && params.includes('cancel_at_period_end=false');
    return isBack ? [on, { cancel_at_period_end: false, trial_end: 'now' }] : [on];
  }
  if (name.startsWith('pause_collection')) {
    const pause = {
      pause_collection: { behavior: String(seen.pause_collection ?? 'void') as 'void' },
    };
    return params.includes('pause_collection=') ? [pause, { pause_collection: '' }] : [pause];
  }
  if (name.startsWith('default_payment_method')) {
    return [{ default_payment_method: seen.default_payment_method === 'set' ? card : '' }];
  }
  return [];
}

const setOrNull = (value: unknown) => (value === null || value === undefined ? null : 'set');

function toShown(subscription: Stripe.Subscription): State {
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  const end = subscription.items.data[0]?.current_period_end;
  return {
    status: subscription.status,
    cancel_at_period_end: subscription.cancel_at_period_end,
    cancel_at: subscription.cancel_at === end ? '= current_period_end' : subscription.cancel_at,
    canceled_at: setOrNull(subscription.canceled_at),
    ended_at: setOrNull(subscription.ended_at),
    pending_setup_intent: setOrNull(subscription.pending_setup_intent),
    pause_collection: subscription.pause_collection?.behavior ?? null,
    billing_mode: subscription.billing_mode.type,
    default_payment_method: setOrNull(subscription.default_payment_method),
    reason: subscription.cancellation_details?.reason ?? null,
    latest_invoice: {
      status: invoice.status,
      billing_reason: invoice.billing_reason,
      amount_due: invoice.amount_due,
      amount_paid: invoice.amount_paid,
      attempted: invoice.attempted,
      attempt_count: invoice.attempt_count,
      auto_advance: invoice.auto_advance,
      next_payment_attempt: invoice.next_payment_attempt,
      confirmation_secret: setOrNull(invoice.confirmation_secret),
      payments: invoice.payments?.data.map((payment) => payment.status),
    },
  };
}
