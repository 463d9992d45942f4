import type Stripe from 'stripe';
import { boundary, type Interval } from '../rules/periods.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { Stored } from '../state.ts';
import { invalid } from '../wire/errors.ts';
import { changeItems, type ItemParam, type ItemsChange } from './change-items.ts';
import { createSubscription } from './create-subscription.ts';
import type { DiscountParam } from './discounts.ts';
import { toInvoiceItem } from './lines.ts';
import { changeSubscription, customerOf, isEnded, itemsOf, type Subscription } from './objects.ts';
import { priceFor } from './prices.ts';
import { draftAutomatically } from './renewals.ts';
import { endSubscription } from './subscription-end.ts';

export type Schedule = Stored<Stripe.SubscriptionSchedule>;
export type Phase = Schedule['phases'][number];

export interface PhaseParam {
  items: ItemParam[];
  start_date?: number | 'now';
  end_date?: number | 'now';
  duration?: { interval: string; interval_count?: number };
  proration_behavior?: string;
  billing_cycle_anchor?: string;
  discounts?: DiscountParam[] | '';
  metadata?: Record<string, string>;
  trial?: boolean;
  trial_end?: number | 'now';
  description?: string;
}

/** When a schedule has to act next. */
export function scheduleDueAt(schedule: Schedule): number | undefined {
  if (schedule.status === 'not_started') {
    return schedule.phases[0]?.start_date;
  }
  return schedule.status === 'active' ? schedule.current_phase?.end_date : undefined;
}

/** Begins the next phase; after the last one the schedule lets its subscription go, or ends it. */
export function advanceSchedule(scene: Scene, schedule: Schedule) {
  const next = schedule.phases.find((phase) => phase.start_date >= scene.now);
  const subscription = scene.state.subscriptions[schedule.subscription ?? ''];
  if (schedule.status === 'not_started' && next) {
    startSchedule(scene, schedule, next);
    return;
  }
  if (!subscription || isEnded(subscription)) {
    closeSchedule(scene, schedule, 'canceled');
    return;
  }
  if (next) {
    update(scene, 'subscription_schedule.updated', schedule, () => {
      schedule.current_phase = { start_date: next.start_date, end_date: next.end_date };
    });
    applyPhase(scene, subscription, next);
    return;
  }
  if (schedule.end_behavior === 'cancel') {
    closeSchedule(scene, schedule, 'completed');
    endSubscription(scene, subscription, { status: 'canceled', reason: null });
    return;
  }
  releaseSchedule(scene, schedule);
}

export function startSchedule(scene: Scene, schedule: Schedule, phase: Phase) {
  const subscription = createSubscription(scene, {
    customer: customerOf(scene.state).id,
    items: phase.items.map((item) => ({
      price: item.price,
      ...(item.quantity !== undefined && { quantity: item.quantity }),
    })),
    billing_mode: { type: schedule.billing_mode.type },
    ...(phase.trial_end !== null && { trial_end: phase.trial_end }),
    ...(phase.metadata && { metadata: phase.metadata }),
  });
  subscription.schedule = schedule.id;
  update(scene, 'subscription_schedule.updated', schedule, () => {
    schedule.status = 'active';
    schedule.subscription = subscription.id;
    schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  });
}

/** The items of a phase take the place of those that are there. */
export function applyPhase(scene: Scene, subscription: Subscription, phase: Phase) {
  const [first] = itemsOf(subscription);
  const period = { start: first?.current_period_start ?? scene.now, end: scene.now };
  changeSubscription(scene, subscription, () => {
    const change = toItemsChange(scene, subscription, phase);
    const { lines, isNewCycle } = changeItems(scene, subscription, change);
    subscription.metadata = mergeMetadata(subscription.metadata, phase.metadata ?? undefined);
    if (isNewCycle || (phase.proration_behavior === 'always_invoice' && lines.length > 0)) {
      draftAutomatically(scene, subscription, lines, period);
      return;
    }
    for (const line of lines) {
      toInvoiceItem(scene, String(subscription.customer), line);
    }
  });
}

function toItemsChange(scene: Scene, subscription: Subscription, phase: Phase): ItemsChange {
  return {
    items: itemsOfPhase(subscription, phase),
    anchor: phase.billing_cycle_anchor === 'phase_start' ? 'now' : null,
    trialEnd: phase.trial_end !== null && phase.trial_end > scene.now ? phase.trial_end : null,
    prorationBehavior: phase.proration_behavior as ItemsChange['prorationBehavior'],
    prorationDate: scene.now,
    discounts: phase.discounts.length > 0 ? phase.discounts.map(toDiscountParam) : null,
  };
}

function itemsOfPhase(subscription: Subscription, phase: Phase): ItemParam[] {
  const present = [...itemsOf(subscription)];
  const take = (price: string) => {
    const same = present.findIndex((item) => item.price.id === price);
    return present.splice(same === -1 ? 0 : same, 1)[0];
  };
  // Items that stay are matched first, so that a changed price does not take their place.
  const wanted = [...phase.items].sort(
    (one, other) =>
      Number(isPresent(subscription, other.price)) - Number(isPresent(subscription, one.price)),
  );
  const items = wanted.map((item): ItemParam => {
    const existing = take(item.price);
    return {
      ...(existing && { id: existing.id }),
      price: item.price,
      quantity: item.quantity ?? 1,
    };
  });
  return [...items, ...present.map((item) => ({ id: item.id, deleted: true }))];
}

const isPresent = (subscription: Subscription, price: string) =>
  itemsOf(subscription).some((item) => item.price.id === price);

function toDiscountParam({
  coupon,
  discount,
  promotion_code,
}: Phase['discounts'][number]): DiscountParam {
  return {
    ...(coupon && { coupon }),
    ...(discount && { discount }),
    ...(promotion_code && { promotion_code }),
  };
}

export function releaseSchedule(scene: Scene, schedule: Schedule) {
  const subscription = scene.state.subscriptions[schedule.subscription ?? ''];
  schedule.status = 'released';
  schedule.released_at = scene.now;
  schedule.released_subscription = schedule.subscription;
  schedule.subscription = null;
  schedule.current_phase = null;
  scene.emit('subscription_schedule.released', schedule);
  if (subscription) {
    changeSubscription(scene, subscription, () => {
      subscription.schedule = null;
    });
  }
}

export function closeSchedule(scene: Scene, schedule: Schedule, status: 'canceled' | 'completed') {
  schedule.status = status;
  schedule.current_phase = null;
  if (status === 'canceled') {
    schedule.canceled_at = scene.now;
  } else {
    schedule.completed_at = scene.now;
  }
  scene.emit(`subscription_schedule.${status}`, schedule);
}

/** Phases follow one another without a gap; the last one may be as long as its items' interval. */
export function toPhases(
  scene: Scene,
  params: readonly PhaseParam[],
  from: number,
  defaultProration?: string,
): Phase[] {
  let start = from;
  return params.map((param, index) => {
    const given = param.start_date === 'now' ? scene.now : param.start_date;
    if (given !== undefined && index > 0 && given !== start) {
      throw invalid(
        'The start date of a phase must be equal to the end date of the previous phase.',
        `phases[${index}][start_date]`,
      );
    }
    const begin = index === 0 ? (given ?? start) : start;
    const end = endOf(scene, param, begin, index);
    start = end;
    return toPhase(
      scene,
      param,
      { start: begin, end },
      { index, proration: param.proration_behavior ?? defaultProration ?? 'create_prorations' },
    );
  });
}

function endOf(scene: Scene, param: PhaseParam, start: number, index: number): number {
  if (param.end_date !== undefined) {
    const end = param.end_date === 'now' ? scene.now : param.end_date;
    if (end < start) {
      throw invalid(
        'The end date of a phase must be after its start date.',
        `phases[${index}][end_date]`,
      );
    }
    return end;
  }
  const first = priceFor(scene, param.items[0] ?? {}, null, `phases[${index}][items][0]`).recurring;
  const interval = param.duration?.interval ?? first?.interval ?? 'month';
  const interval_count =
    param.duration?.interval_count ?? (param.duration ? 1 : (first?.interval_count ?? 1));
  return boundary(start, { interval: interval as Interval, interval_count }, 1);
}

function toPhase(
  scene: Scene,
  param: PhaseParam,
  dates: { start: number; end: number },
  { index, proration }: { index: number; proration: string },
): Phase {
  const prices = param.items.map((item, number) =>
    priceFor(scene, item, null, `phases[${index}][items][${number}]`),
  );
  return {
    ...emptyPhase,
    billing_cycle_anchor: param.billing_cycle_anchor ?? null,
    currency: prices[0]?.currency ?? 'usd',
    description: param.description ?? null,
    discounts: (param.discounts || []).map((discount) => ({
      coupon: discount.coupon ?? null,
      discount: discount.discount ?? null,
      promotion_code: discount.promotion_code ?? null,
    })),
    end_date: dates.end,
    items: param.items.map((item, number) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: prices[number]?.id ?? '',
      price: prices[number]?.id ?? '',
      quantity: item.quantity ?? 1,
      tax_rates: [],
    })),
    metadata: param.metadata ?? {},
    proration_behavior: proration,
    start_date: dates.start,
    trial_end: param.trial
      ? dates.end
      : ((param.trial_end === 'now' ? null : param.trial_end) ?? null),
  };
}

const emptyPhase = {
  add_invoice_items: [],
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_thresholds: null,
  collection_method: null,
  default_payment_method: null,
  default_tax_rates: [],
  invoice_settings: null,
  on_behalf_of: null,
  transfer_data: null,
};

/** The phase that a running subscription is in. */
export function presentPhase(subscription: Subscription): Phase {
  const [first] = itemsOf(subscription);
  return {
    ...emptyPhase,
    billing_cycle_anchor: null,
    currency: subscription.currency,
    description: null,
    discounts: subscription.discounts.map((discount) => ({
      coupon: null,
      discount,
      promotion_code: null,
    })),
    end_date: Math.min(...itemsOf(subscription).map((item) => item.current_period_end)),
    items: itemsOf(subscription).map((item) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: item.metadata,
      plan: item.price.id,
      price: item.price.id,
      quantity: item.quantity ?? 1,
      tax_rates: [],
    })),
    metadata: {},
    proration_behavior: 'create_prorations',
    start_date: first?.current_period_start ?? subscription.start_date,
    trial_end: subscription.trial_end,
  };
}
