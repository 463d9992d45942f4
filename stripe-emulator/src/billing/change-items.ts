import { boundary, isSameRecurrence, periodAt } from '../rules/periods.ts';
import { mergeMetadata, type Scene } from '../scene.ts';
import { invalid, missing } from '../wire/errors.ts';
import { creditsFor, debitFor } from './credits.ts';
import { type DiscountParam, redeem } from './discounts.ts';
import { type LineDraft, wholePeriodLine } from './lines.ts';
import {
  amountOfItem,
  isFlexible,
  isTrialing,
  itemsOf,
  type Price,
  recurrenceOf,
  type Subscription,
  type SubscriptionItem,
} from './objects.ts';
import { type PriceParam, priceFor } from './prices.ts';

export interface ItemParam extends PriceParam {
  id?: string;
  deleted?: boolean;
  quantity?: number;
  discounts?: DiscountParam[] | '';
  metadata?: Record<string, string | number | null> | '';
  tax_rates?: string[] | '';
}

export interface ItemsChange {
  items: readonly ItemParam[];
  anchor: 'now' | 'unchanged' | null;
  trialEnd: 'now' | number | null;
  prorationBehavior: 'always_invoice' | 'create_prorations' | 'none';
  prorationDate: number;
  discounts: readonly DiscountParam[] | null;
}

export interface BilledChange {
  lines: LineDraft[];
  /** A new period begins: it is billed now, whatever the proration behavior is. */
  isNewCycle: boolean;
}

/** Changes items, anchor, trial and discounts of a subscription, and answers what there is to bill for it. */
export function changeItems(
  scene: Scene,
  subscription: Subscription,
  change: ItemsChange,
): BilledChange {
  const before = structuredClone(itemsOf(subscription));
  const wasTrialing = isTrialing(subscription, scene.now);
  const unchanged = structuredClone(subscription);
  const isProrated = change.prorationBehavior !== 'none';
  const credits = before.map((item) => ({
    item,
    lines: isProrated ? creditsFor(scene, subscription, item, change.prorationDate) : [],
  }));
  const creditsOfAll = credits.flatMap(({ lines }) => lines);
  setItems(scene, subscription, change.items);
  if (change.discounts !== null) {
    subscription.discounts = redeem(scene, change.discounts, redemptionFor(subscription));
  }

  if (typeof change.trialEnd === 'number') {
    return {
      lines: [...creditsOfAll, ...beginTrial(scene, subscription, change.trialEnd)],
      isNewCycle: true,
    };
  }
  const endsTrial = wasTrialing && (change.trialEnd === 'now' || change.anchor === 'now');
  if (endsTrial || beginsCycle(unchanged, subscription, change, wasTrialing)) {
    beginCycle(scene, subscription, endsTrial);
    const whole = itemsOf(subscription).map((item) =>
      wholePeriodLine(scene, subscription, item, false),
    );
    return { lines: [...creditsOfAll, ...whole], isNewCycle: true };
  }

  const { changed, isGone } = compare(before, itemsOf(subscription));
  if (wasTrialing) {
    shareTrialPeriod(subscription, changed);
    return { lines: [], isNewCycle: false };
  }
  for (const item of changed) {
    setPeriod(subscription, item, before, scene.now);
  }
  // At the very end of a period nothing is left of it; the renewal bills the next one.
  const isRunning = (item: SubscriptionItem) => item.current_period_end > change.prorationDate;
  const debits = isProrated
    ? changed
        .filter(isRunning)
        .map((item) => debitFor(scene, subscription, item, change.prorationDate))
    : [];
  const creditsOfGone = credits.filter(({ item }) => isGone(item)).flatMap(({ lines }) => lines);
  return { lines: [...creditsOfGone, ...debits], isNewCycle: false };
}

export function redemptionFor(subscription: Subscription) {
  const amount = itemsOf(subscription).reduce(
    (sum, item) => sum + amountOfItem(item, subscription.currency),
    0,
  );
  return { subscription: subscription.id, currency: subscription.currency, amount };
}

/** Classic billing moves the anchor by itself; flexible billing only when it is told to. */
function beginsCycle(
  before: Subscription,
  after: Subscription,
  change: ItemsChange,
  wasTrialing: boolean,
): boolean {
  if (change.anchor === 'now') {
    return true;
  }
  if (isFlexible(after) || wasTrialing) {
    return false;
  }
  const isFree = (one: Subscription) =>
    itemsOf(one).every((item) => amountOfItem(item, one.currency) === 0);
  const [first] = itemsOf(before);
  const [next] = itemsOf(after);
  const hasOtherInterval =
    first && next && !isSameRecurrence(recurrenceOf(first.price), recurrenceOf(next.price));
  const moves = Boolean(hasOtherInterval) || (isFree(before) && !isFree(after));
  if (moves && change.anchor === 'unchanged') {
    throw invalid(
      'The `billing_cycle_anchor` cannot be `unchanged` when the interval of the subscription changes.',
      'billing_cycle_anchor',
    );
  }
  return moves;
}

function beginCycle(scene: Scene, subscription: Subscription, endsTrial: boolean) {
  subscription.billing_cycle_anchor = scene.now;
  if (endsTrial) {
    subscription.trial_end = scene.now;
    subscription.status = 'active';
  }
  for (const item of itemsOf(subscription)) {
    item.current_period_start = scene.now;
    item.current_period_end = boundary(scene.now, recurrenceOf(item.price), 1);
  }
}

function beginTrial(scene: Scene, subscription: Subscription, trialEnd: number): LineDraft[] {
  if (trialEnd <= scene.now) {
    throw invalid(
      'Invalid timestamp: must be an integer Unix timestamp in the future.',
      'trial_end',
    );
  }
  if (!isTrialing(subscription, scene.now)) {
    subscription.trial_start = scene.now;
  }
  subscription.trial_end = trialEnd;
  subscription.billing_cycle_anchor = trialEnd;
  if (['active', 'past_due', 'trialing'].includes(subscription.status)) {
    subscription.status = 'trialing';
  }
  for (const item of itemsOf(subscription)) {
    item.current_period_start = scene.now;
    item.current_period_end = trialEnd;
  }
  return itemsOf(subscription).map((item) => wholePeriodLine(scene, subscription, item, true));
}

function shareTrialPeriod(subscription: Subscription, items: readonly SubscriptionItem[]) {
  for (const item of items) {
    item.current_period_start = subscription.trial_start ?? item.current_period_start;
    item.current_period_end = subscription.trial_end ?? item.current_period_end;
  }
}

function setPeriod(
  subscription: Subscription,
  item: SubscriptionItem,
  before: readonly SubscriptionItem[],
  now: number,
) {
  const recurrence = recurrenceOf(item.price);
  const companion = before.find((one) => isSameRecurrence(recurrenceOf(one.price), recurrence));
  const period = companion
    ? { start: companion.current_period_start, end: companion.current_period_end }
    : periodAt(subscription.billing_cycle_anchor, recurrence, now);
  const own = before.find((one) => one.id === item.id);
  if (own?.current_period_end === now && period.start === now) {
    // The old period ends where the new one begins: the renewal moves on and bills it.
    return;
  }
  item.current_period_start = period.start;
  item.current_period_end = period.end;
}

function compare(before: readonly SubscriptionItem[], after: readonly SubscriptionItem[]) {
  const isSame = (one: SubscriptionItem, other: SubscriptionItem | undefined) =>
    other !== undefined && one.price.id === other.price.id && one.quantity === other.quantity;
  const find = (items: readonly SubscriptionItem[], id: string) =>
    items.find((item) => item.id === id);
  return {
    changed: after.filter((item) => !isSame(item, find(before, item.id))),
    isGone: (item: SubscriptionItem) => !isSame(item, find(after, item.id)),
  };
}

function setItems(scene: Scene, subscription: Subscription, params: readonly ItemParam[]) {
  for (const [index, param] of params.entries()) {
    const path = `items[${index}]`;
    if (param.id === undefined) {
      addItem(scene, subscription, param, path);
    } else {
      changeItem(scene, subscription, param.id, param, path);
    }
  }
  const items = itemsOf(subscription);
  if (items.length === 0) {
    throw invalid(
      'A subscription must have at least one active plan. To cancel a subscription, please use the cancel API endpoint on a subscription.',
    );
  }
  checkTogether(subscription, items);
}

function checkTogether(subscription: Subscription, items: readonly SubscriptionItem[]) {
  for (const item of items) {
    amountOfItem(item, subscription.currency);
  }
  const [first] = items;
  if (!first || isFlexible(subscription)) {
    return;
  }
  const recurrence = recurrenceOf(first.price);
  if (items.some((item) => !isSameRecurrence(recurrenceOf(item.price), recurrence))) {
    throw invalid(
      'Currency and interval fields must match across all plans/prices on this subscription. Found mismatch in interval field.',
    );
  }
}

function addItem(scene: Scene, subscription: Subscription, param: ItemParam, path: string) {
  const price = priceFor(scene, param, subscription.currency, path);
  const twin = itemsOf(subscription).find((item) => item.price.id === price.id);
  if (twin) {
    throw invalid(
      `Cannot add multiple subscription items with the same plan: ${price.id}. Existing Subscription Item: ${twin.id}.`,
      path,
    );
  }
  const item = newItem(scene, subscription, price, param);
  itemsOf(subscription).push(item);
  applyItemParam(scene, subscription, item, param);
}

export function newItem(
  scene: Scene,
  subscription: Subscription,
  price: Price,
  param: ItemParam,
): SubscriptionItem {
  recurrenceOf(price);
  return {
    id: scene.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: scene.now,
    current_period_end: scene.now,
    current_period_start: scene.now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: param.quantity ?? 1,
    subscription: subscription.id,
    tax_rates: [],
  };
}

function changeItem(
  scene: Scene,
  subscription: Subscription,
  id: string,
  param: ItemParam,
  path: string,
) {
  const item = itemsOf(subscription).find((one) => one.id === id);
  if (!item) {
    throw missing('subscription_item', id, `${path}[id]`);
  }
  if (param.deleted) {
    subscription.items.data = itemsOf(subscription).filter((one) => one !== item);
    return;
  }
  if (param.price !== undefined || param.price_data !== undefined) {
    item.price = priceFor(scene, param, subscription.currency, path);
    item.plan = planOf(item.price);
    recurrenceOf(item.price);
  }
  item.quantity = param.quantity ?? item.quantity ?? 1;
  applyItemParam(scene, subscription, item, param);
}

export function applyItemParam(
  scene: Scene,
  subscription: Subscription,
  item: SubscriptionItem,
  param: ItemParam,
) {
  item.metadata = mergeMetadata(item.metadata, param.metadata);
  if (param.discounts !== undefined) {
    const to = { ...redemptionFor(subscription), subscription_item: item.id };
    item.discounts = redeem(scene, param.discounts || [], to, 'items[0][discounts]');
  }
  if (param.tax_rates !== undefined) {
    item.tax_rates = (param.tax_rates || []).map((id) => {
      const rate = scene.catalogue.taxRates[id];
      if (!rate) {
        throw missing('tax rate', id, 'items[0][tax_rates]');
      }
      return rate;
    });
  }
}

/** The price in the shape that it had before prices: still part of every item. */
function planOf(price: Price): SubscriptionItem['plan'] {
  const { recurring } = price;
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: recurring?.interval ?? 'month',
    interval_count: recurring?.interval_count ?? 1,
    livemode: price.livemode,
    metadata: price.metadata,
    meter: recurring?.meter ?? null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: price.tiers_mode,
    transform_usage: null,
    trial_period_days: null,
    usage_type: recurring?.usage_type ?? 'licensed',
  };
}
