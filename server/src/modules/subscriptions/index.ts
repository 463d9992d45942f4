export { requireAccess, type SubscriptionView } from './access.ts';
export { findAccess, lockSubscription } from './access-store.ts';
export { foundSubscription } from './found-subscription.ts';
export { getSubscription } from './get-subscription.ts';
export { listSubscriptions } from './list-subscriptions.ts';
export { change, read, type SubscriptionPart, saga } from './operation.ts';
export { adminLevelKeys, defaultPermission, ownerPermissions } from './permission.ts';
export { findPlan, type Plan } from './plan.ts';
export { updateSubscription } from './update-subscription.ts';
