import type Stripe from 'stripe';
import { boundary, periodAt, secondsPerDay } from '../rules/periods.ts';
import { mergeMetadata, type Scene } from '../scene.ts';
import { invalid, missing } from '../wire/errors.ts';
import { applyItemParam, type ItemParam, newItem, redemptionFor } from './change-items.ts';
import { collectFirst, type PaymentBehavior } from './collect.ts';
import { debitFor } from './credits.ts';
import { redeem } from './discounts.ts';
import { addedLines } from './invoice-items.ts';
import { type LineDraft, wholePeriodLine } from './lines.ts';
import {
  changeSubscription,
  customerOf,
  isEnded,
  isTrialing,
  itemsOf,
  recurrenceOf,
  type Subscription,
} from './objects.ts';
import { priceFor } from './prices.ts';
import { setCancellation, setFields } from './subscription-fields.ts';
import { requireTaxable } from './taxes.ts';

type CreateParams = Stripe.SubscriptionCreateParams;

export function createSubscription(scene: Scene, params: CreateParams): Subscription {
  const { subscription, lines } = prepareSubscription(scene, params);
  return changeSubscription(
    scene,
    subscription,
    () => {
      collectFirst(
        scene,
        subscription,
        lines,
        (params.payment_behavior ?? 'allow_incomplete') as PaymentBehavior,
      );
    },
    true,
  );
}

/** A subscription as it is before its first invoice, and what there is to bill. */
export function prepareSubscription(scene: Scene, params: CreateParams) {
  const subscription = newSubscription(scene, params);
  scene.state.subscriptions[subscription.id] = subscription;
  setFields(scene, subscription, params);
  addItems(scene, subscription, (params.items ?? []) as ItemParam[]);
  if (params.discounts) {
    subscription.discounts = redeem(scene, params.discounts, redemptionFor(subscription));
  }
  if (subscription.automatic_tax.enabled) {
    requireTaxable(
      scene,
      itemsOf(subscription).map((item) => item.price),
    );
  }
  setCancellation(scene, subscription, params);
  const lines = [
    ...firstLines(scene, subscription, params.proration_behavior ?? 'create_prorations'),
    ...addedLines(scene, subscription, params.add_invoice_items ?? []),
  ];
  return { subscription, lines };
}

/** Before the anchor comes a shorter period: free in a trial, prorated otherwise. */
function firstLines(
  scene: Scene,
  subscription: Subscription,
  prorationBehavior: string,
): LineDraft[] {
  const items = itemsOf(subscription);
  if (isTrialing(subscription, scene.now)) {
    return items.map((item) => wholePeriodLine(scene, subscription, item, true));
  }
  if (subscription.billing_cycle_anchor <= scene.now) {
    return items.map((item) => wholePeriodLine(scene, subscription, item, false));
  }
  return prorationBehavior === 'none'
    ? []
    : items.map((item) => debitFor(scene, subscription, item, scene.now));
}

function addItems(scene: Scene, subscription: Subscription, params: readonly ItemParam[]) {
  if (params.length === 0) {
    throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  }
  for (const [index, param] of params.entries()) {
    const price = priceFor(scene, param, subscription.currency, `items[${index}]`);
    const item = newItem(scene, subscription, price, param);
    const period = firstPeriod(scene, subscription, recurrenceOf(price));
    item.current_period_start = period.start;
    item.current_period_end = period.end;
    itemsOf(subscription).push(item);
    applyItemParam(scene, subscription, item, param);
  }
  const ids = itemsOf(subscription).map((item) => item.price.id);
  const twin = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twin !== undefined) {
    throw invalid(`Cannot add multiple subscription items with the same plan: ${twin}`, 'items');
  }
}

function firstPeriod(
  scene: Scene,
  subscription: Subscription,
  recurrence: ReturnType<typeof recurrenceOf>,
) {
  const { billing_cycle_anchor: anchor, trial_end: trialEnd } = subscription;
  if (isTrialing(subscription, scene.now)) {
    return { start: scene.now, end: trialEnd ?? anchor };
  }
  if (anchor > scene.now) {
    return { start: scene.now, end: periodAt(anchor, recurrence, scene.now).end };
  }
  return { start: anchor, end: boundary(anchor, recurrence, 1) };
}

function newSubscription(scene: Scene, params: CreateParams): Subscription {
  if (!scene.state.customer) {
    throw missing('customer', params.customer ?? '', 'customer');
  }
  const customer = customerOf(scene.state);
  const currency = currencyFor(scene, params);
  const trialEnd = trialEndOf(scene, params);
  const id = scene.newId('sub');
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? anchorOf(scene, params),
    billing_cycle_anchor_config: null,
    billing_mode: billingModeOf(params),
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: scene.now,
    currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, params.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: params.backdate_start_date ?? scene.now,
    status: 'incomplete',
    test_clock: customer.test_clock ?? null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trialEnd === null ? null : scene.now,
  };
}

function billingModeOf(params: CreateParams): Subscription['billing_mode'] {
  const type = params.billing_mode?.type ?? 'flexible';
  const proration_discounts = params.billing_mode?.flexible?.proration_discounts ?? 'included';
  return { type, flexible: type === 'flexible' ? { proration_discounts } : null };
}

function currencyFor(scene: Scene, params: CreateParams): string {
  const customer = customerOf(scene.state);
  const [first] = (params.items ?? []) as ItemParam[];
  const ownCurrency = first && priceFor(scene, first, params.currency ?? null, 'items[0]').currency;
  const currency = params.currency ?? ownCurrency ?? customer.currency ?? 'usd';
  if (customer.currency && customer.currency !== currency && isBoundToCurrency(scene)) {
    throw invalid(
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${customer.currency}.`,
    );
  }
  return currency;
}

/** Whether something still uses the customer's currency: https://support.stripe.com/questions/updating-subscription-currency. */
function isBoundToCurrency({ state }: Scene): boolean {
  const { balance, currency } = customerOf(state);
  const uses = (one: { currency: string }) => one.currency === currency;
  return (
    balance !== 0 ||
    Object.values(state.subscriptions).some((one) => !isEnded(one) && uses(one)) ||
    Object.values(state.invoiceItems).some((item) => item.invoice === null && uses(item))
  );
}

const longestTrialDays = 730;

function trialEndOf(scene: Scene, params: CreateParams): number | null {
  const { trial_end: trialEnd, trial_period_days: days } = params;
  if (trialEnd !== undefined && days !== undefined) {
    throw invalid('You cannot set both `trial_end` and `trial_period_days`.', 'trial_end');
  }
  if (trialEnd === 'now') {
    return null;
  }
  const end = days ? scene.now + days * secondsPerDay : (trialEnd ?? null);
  if (end !== null && end > scene.now + longestTrialDays * secondsPerDay) {
    throw invalid(
      `The maximum number of trial period days is ${longestTrialDays} (2 years).`,
      days ? 'trial_period_days' : 'trial_end',
    );
  }
  if (end !== null && end <= scene.now) {
    throw invalid(
      'Invalid timestamp: must be an integer Unix timestamp in the future.',
      'trial_end',
    );
  }
  return end;
}

function anchorOf(scene: Scene, params: CreateParams): number {
  const { billing_cycle_anchor: anchor, billing_cycle_anchor_config: config } = params;
  if (anchor !== undefined && anchor < scene.now) {
    throw invalid('The `billing_cycle_anchor` must be in the future.', 'billing_cycle_anchor');
  }
  if (!config) {
    return anchor ?? params.backdate_start_date ?? scene.now;
  }
  const now = new Date(scene.now * 1000);
  const pick = (month: number) => {
    const last = new Date(Date.UTC(now.getUTCFullYear(), month + 1, 0)).getUTCDate();
    const day = Math.min(config.day_of_month, last);
    const time = [
      config.hour ?? now.getUTCHours(),
      config.minute ?? now.getUTCMinutes(),
      config.second ?? now.getUTCSeconds(),
    ] as const;
    return Math.floor(Date.UTC(now.getUTCFullYear(), month, day, ...time) / 1000);
  };
  const firstMonth = config.month === undefined ? now.getUTCMonth() : config.month - 1;
  const first = pick(firstMonth);
  return first >= scene.now ? first : pick(firstMonth + (config.month === undefined ? 1 : 12));
}
