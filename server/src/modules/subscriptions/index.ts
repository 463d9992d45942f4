export { requireAccess, type SubscriptionView } from './access.ts';
export { findAccess, lockSubscription } from './access-store.ts';
export { foundSubscription } from './found-subscription.ts';
export { getSubscription } from './get-subscription.ts';
export { listSubscriptions } from './list-subscriptions.ts';
export { change } from './operation.ts';
export { adminLevelKeys } from './permission.ts';
export { findPlan } from './plan.ts';
export { updateSubscription } from './update-subscription.ts';
