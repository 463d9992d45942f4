import type Stripe from 'stripe';
import { cancelSubscription } from '../billing/cancel-subscription.ts';
import type { ItemParam } from '../billing/change-items.ts';
import { createSubscription } from '../billing/create-subscription.ts';
import { redeems } from '../billing/discounts.ts';
import { billingDue } from '../billing/due.ts';
import { paymentReactions } from '../billing/dunning.ts';
import { changeSubscription, isEnded, itemsOf, type Subscription } from '../billing/objects.ts';
import { resumeSubscription } from '../billing/resume-subscription.ts';
import { updateSubscription } from '../billing/update-subscription.ts';
import { onCustomer, onList, type Resource } from '../routes.ts';
import type { Scene } from '../scene.ts';
import type { CustomerState } from '../state.ts';
import { existing, invalid, missing } from '../wire/errors.ts';

type UpdateParams = Stripe.SubscriptionUpdateParams;

export const subscriptions: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/subscriptions',
      {
        owner: ({ customer }: Stripe.SubscriptionCreateParams) => customer,
        changesCatalogue: redeems,
      },
      createSubscription,
    ),
    onList('/v1/subscriptions', listSubscriptions),
    onCustomer('GET', '/v1/subscriptions/{id}', {}, ({ state }, _, id) => find(state, id)),
    onCustomer(
      'POST',
      '/v1/subscriptions/{id}',
      { changesCatalogue: redeems },
      (scene: Scene, { expand: _, ...params }: UpdateParams, id) =>
        updateSubscription(scene, find(scene.state, id), params),
    ),
    onCustomer(
      'DELETE',
      '/v1/subscriptions/{id}',
      {},
      (scene, { expand: _, ...params }: Stripe.SubscriptionCancelParams, id) =>
        cancelSubscription(scene, find(scene.state, id), params),
    ),
    onCustomer(
      'POST',
      '/v1/subscriptions/{id}/resume',
      {},
      (scene, { expand: _, ...params }: Stripe.SubscriptionResumeParams, id) =>
        resumeSubscription(scene, find(scene.state, id), params),
    ),
    onCustomer('POST', '/v1/subscriptions/{id}/migrate', {}, migrateSubscription),
    onCustomer('DELETE', '/v1/subscriptions/{id}/discount', {}, deleteDiscount),
    onCustomer(
      'POST',
      '/v1/subscription_items',
      {
        owner: ({ subscription }: Stripe.SubscriptionItemCreateParams) => subscription,
        changesCatalogue: redeems,
      },
      createItem,
    ),
    onList(
      '/v1/subscription_items',
      listItems,
      ({ subscription }: Stripe.SubscriptionItemListParams) => subscription,
    ),
    onCustomer(
      'GET',
      '/v1/subscription_items/{id}',
      {},
      ({ state }, _, id) => findItem(state, id).item,
    ),
    onCustomer('POST', '/v1/subscription_items/{id}', { changesCatalogue: redeems }, updateItem),
    onCustomer('DELETE', '/v1/subscription_items/{id}', {}, deleteItem),
  ],
  due: [billingDue],
  reactions: [...paymentReactions, { to: 'setup_intent.succeeded', run: clearPendingSetup }],
};

function find(state: CustomerState, id: string, param = 'id'): Subscription {
  return existing(state.subscriptions, id, 'subscription', param);
}

function listSubscriptions(
  state: CustomerState,
  params: Stripe.SubscriptionListParams,
): Subscription[] {
  return Object.values(state.subscriptions).filter((subscription) => {
    const isWanted =
      params.status === undefined ? !isEnded(subscription) : hasStatus(subscription, params.status);
    const { price, collection_method: method } = params;
    const hasPrice =
      price === undefined || itemsOf(subscription).some((item) => item.price.id === price);
    return (
      isWanted && hasPrice && (method === undefined || subscription.collection_method === method)
    );
  });
}

function hasStatus(subscription: Subscription, status: string): boolean {
  if (status === 'ended') {
    return isEnded(subscription);
  }
  return status === 'all' || subscription.status === status;
}

function migrateSubscription(
  scene: Scene,
  params: Stripe.SubscriptionMigrateParams,
  id: string,
): Subscription {
  const subscription = find(scene.state, id);
  if (isEnded(subscription)) {
    throw invalid('You cannot migrate a subscription that has ended.');
  }
  return changeSubscription(scene, subscription, () => {
    const proration_discounts = params.billing_mode.flexible?.proration_discounts ?? 'included';
    subscription.billing_mode = {
      type: 'flexible',
      flexible: { proration_discounts },
      updated_at: scene.now,
    };
  });
}

function deleteDiscount(scene: Scene, _: object, id: string) {
  const subscription = find(scene.state, id);
  const [discountId] = subscription.discounts;
  const discount = scene.state.discounts[discountId ?? ''];
  if (!discount) {
    throw missing('discount', 'null');
  }
  changeSubscription(scene, subscription, () => {
    subscription.discounts = [];
  });
  scene.emit('customer.discount.deleted', discount);
  const { end: _end, ...kept } = discount;
  return { ...kept, deleted: true };
}

interface ItemChange extends ItemParam {
  payment_behavior?: string;
  proration_behavior?: string;
  proration_date?: number;
}

/** One item is changed as it is changed through its subscription. */
function changeItem(scene: Scene, subscription: Subscription, change: ItemChange) {
  const { payment_behavior, proration_behavior, proration_date, ...item } = change;
  return updateSubscription(scene, subscription, {
    items: [item] as UpdateParams['items'] & object,
    ...(payment_behavior !== undefined && { payment_behavior }),
    ...(proration_behavior !== undefined && { proration_behavior }),
    ...(proration_date !== undefined && { proration_date }),
  });
}

function createItem(
  scene: Scene,
  { expand: _, subscription: id, ...params }: Stripe.SubscriptionItemCreateParams,
) {
  const subscription = find(scene.state, id, 'subscription');
  const before = new Set(itemsOf(subscription).map((item) => item.id));
  changeItem(scene, subscription, params as ItemChange);
  return itemsOf(subscription).find((item) => !before.has(item.id)) ?? {};
}

function updateItem(
  scene: Scene,
  { expand: _, ...params }: Stripe.SubscriptionItemUpdateParams,
  id: string,
) {
  const { subscription } = findItem(scene.state, id);
  changeItem(scene, subscription, { ...(params as ItemChange), id });
  return findItem(scene.state, id).item;
}

function deleteItem(scene: Scene, params: Stripe.SubscriptionItemDeleteParams, id: string) {
  const { subscription } = findItem(scene.state, id);
  changeItem(scene, subscription, { ...(params as ItemChange), id, deleted: true });
  return { id, object: 'subscription_item', deleted: true };
}

function findItem(state: CustomerState, id: string) {
  for (const subscription of Object.values(state.subscriptions)) {
    const item = itemsOf(subscription).find((one) => one.id === id);
    if (item) {
      return { subscription, item };
    }
  }
  throw missing('subscription_item', id);
}

function listItems(state: CustomerState, { subscription }: Stripe.SubscriptionItemListParams) {
  return [...itemsOf(find(state, subscription, 'subscription'))].reverse();
}

function clearPendingSetup(scene: Scene, intent: string) {
  for (const subscription of Object.values(scene.state.subscriptions)) {
    if (subscription.pending_setup_intent === intent) {
      changeSubscription(scene, subscription, () => {
        subscription.pending_setup_intent = null;
      });
    }
  }
}
