export { getSubscription } from './get-subscription.ts';
export { listSubscriptions } from './list-subscriptions.ts';
export { transferSubscriptionOwnership } from './transfer-subscription-ownership.ts';
export { updateSubscription } from './update-subscription.ts';
